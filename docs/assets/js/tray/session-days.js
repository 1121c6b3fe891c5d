/** Rolls grouped by session day: a roll after midnight belongs to the day before. */

/** The hour at which a day starts. */
const DAWN = 5;

/** Returns when the day of a time started, in milliseconds. */
export function sessionDay(at) {
  const day = new Date(at);
  day.setHours(day.getHours() - DAWN);
  day.setHours(DAWN, 0, 0, 0);
  return day.getTime();
}

/** Returns [[day, rolls]], in the order of the rolls. */
export function groupByDay(throws) {
  const days = new Map();
  for (const each of throws) {
    const day = sessionDay(each.at);
    days.set(day, [...(days.get(day) ?? []), each]);
  }
  return [...days];
}

/** Returns the name of a day: today, yesterday, or its date. */
export function formatDay(day, message, now = Date.now()) {
  const today = sessionDay(now);
  if (day === today) return message("today");
  if (day === sessionDay(today - 1)) return message("yesterday");
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
