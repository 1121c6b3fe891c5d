"""The book without a network: a service worker and what makes the site installable, and the book as a zip.

    build(site, name, about)  last, on a finished site: hashed names, `sw.js`, manifest, the offer in pages
    zip.write_zip(site, out)  the same site as one file, to unpack anywhere and open by double click

Kill switch: a site built with DICELEAF_SERVICE_WORKER=off carries a service worker that removes what earlier
ones stored and then itself; publish such a build once, and every reader is back to plain fetching on their
next visit.
"""

from hooks.offline.site import OfflineBuildError, build

__all__ = ["OfflineBuildError", "build"]
