"""The offline copy: a service worker, a web manifest, and the book as a zip.

    build(site, name, about)  the last step: hashed names, `sw.js`, manifest, the offer in pages
    zip.write_zip(site, out)  the same site as one file, to unpack anywhere and open with a double click

Kill switch: a site built with DICELEAF_SERVICE_WORKER=off has a service worker that removes all stored files
and itself. Publish such a build once, and on their next visit readers are back to plain fetching.
"""

from hooks.offline.site import OfflineBuildError, build

__all__ = ["OfflineBuildError", "build"]
