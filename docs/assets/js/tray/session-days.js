/** Throws by the evening they were thrown on: what is thrown after midnight belongs to the day before. */

/** The hour at which a day begins. */
const DAWN = 5;

/** When the day of this moment began, in milliseconds. */
export function sessionDay(at) {
  const day = new Date(at);
  day.setHours(day.getHours() - DAWN);
  day.setHours(DAWN, 0, 0, 0);
  return day.getTime();
}

/** [[day, throws of it]], in the order in which the throws come. */
export function groupByDay(throws) {
  const days = new Map();
  for (const each of throws) {
    const day = sessionDay(each.at);
    days.set(day, [...(days.get(day) ?? []), each]);
  }
  return [...days];
}

/** What a day is called: today, yesterday, or by its date. */
export function formatDay(day, words, now = Date.now()) {
  const today = sessionDay(now);
  if (day === today) return words("today");
  if (day === sessionDay(today - 1)) return words("yesterday");
  const sameYear = new Date(day).getFullYear() === new Date(now).getFullYear();
  const year = sameYear ? {} : { year: "numeric" };
  return new Intl.DateTimeFormat(lang(), { weekday: "long", day: "numeric", month: "long", ...year }).format(
    day,
  );
}

export function formatHour(at) {
  return new Intl.DateTimeFormat(lang(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}

function lang() {
  return document.documentElement.lang || undefined;
}
