"""A window that contains only WebKitGTK, controlled by `WebKitWebDriver`.

Usage: `python webkit_window.py FOLDER PROXY`.

WebKit's own MiniBrowser can't be as narrow as a phone, because of its toolbar, and doesn't output its pages'
messages while it is controlled. This one has no toolbar, writes the messages to standard output, stores its
data in FOLDER and sends requests to other hosts to PROXY (host:port). It calls the libraries that are
installed with the driver by ctypes, so nothing has to be compiled.
"""

import sys
from ctypes import CDLL, CFUNCTYPE, POINTER, c_char_p, c_int, c_uint, c_ulong, c_void_p
from pathlib import Path

CUSTOM_PROXY = 2  # WEBKIT_NETWORK_PROXY_MODE_CUSTOM
NO_END = None  # NULL, which ends a list of properties

# Signal handlers get the emitting object, the signal's arguments and our data.
STARTED = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
REQUESTED = CFUNCTYPE(c_void_p, c_void_p, c_void_p)
CLOSED = CFUNCTYPE(None, c_void_p, c_void_p)


def bind(library: CDLL, name: str, result: object, *arguments: object) -> None:
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments


def load() -> tuple[CDLL, CDLL, CDLL]:
    """Return GTK, WebKitGTK and GObject with the types of the functions called below.

    Properties follow the fixed arguments.
    """
    gtk, webkit, gobject = CDLL("libgtk-3.so.0"), CDLL("libwebkit2gtk-4.1.so.0"), CDLL("libgobject-2.0.so.0")
    bind(gtk, "gtk_init", None, c_void_p, c_void_p)
    bind(gtk, "gtk_main", None)
    bind(gtk, "gtk_window_new", c_void_p, c_int)
    bind(gtk, "gtk_window_set_default_size", None, c_void_p, c_int, c_int)
    bind(gtk, "gtk_container_add", None, c_void_p, c_void_p)
    bind(gtk, "gtk_widget_show_all", None, c_void_p)
    bind(gtk, "gtk_widget_destroy", None, c_void_p)
    bind(gtk, "gtk_widget_get_toplevel", c_void_p, c_void_p)
    bind(gobject, "g_object_new", c_void_p, c_ulong, c_char_p)
    bind(gobject, "g_signal_connect_data", c_ulong, c_void_p, c_char_p, c_void_p, c_void_p, c_void_p, c_uint)
    bind(webkit, "webkit_web_view_get_type", c_ulong)
    bind(webkit, "webkit_website_data_manager_new", c_void_p, c_char_p)
    bind(webkit, "webkit_website_data_manager_set_network_proxy_settings", None, c_void_p, c_int, c_void_p)
    bind(webkit, "webkit_network_proxy_settings_new", c_void_p, c_char_p, POINTER(c_char_p))
    bind(webkit, "webkit_web_context_new_with_website_data_manager", c_void_p, c_void_p)
    bind(webkit, "webkit_web_context_set_automation_allowed", None, c_void_p, c_int)
    bind(webkit, "webkit_settings_new", c_void_p)
    bind(webkit, "webkit_settings_set_enable_write_console_messages_to_stdout", None, c_void_p, c_int)
    return gtk, webkit, gobject


def main(folder: Path, proxy: str) -> None:
    gtk, webkit, gobject = load()
    gtk.gtk_init(None, None)

    directories = [
        b"base-data-directory",
        bytes(folder / "data"),
        b"base-cache-directory",
        bytes(folder / "cache"),
    ]
    storage = webkit.webkit_website_data_manager_new(directories[0], *map(c_char_p, directories[1:]), NO_END)
    local_hosts = (c_char_p * 3)(b"127.0.0.1", b"localhost", None)
    route = webkit.webkit_network_proxy_settings_new(f"http://{proxy}".encode(), local_hosts)
    webkit.webkit_website_data_manager_set_network_proxy_settings(storage, CUSTOM_PROXY, route)
    context = webkit.webkit_web_context_new_with_website_data_manager(storage)
    settings = webkit.webkit_settings_new()
    webkit.webkit_settings_set_enable_write_console_messages_to_stdout(settings, True)

    def connect(emitter: int, signal: bytes, handler: object) -> None:
        gobject.g_signal_connect_data(emitter, signal, handler, None, None, 0)

    @CLOSED
    def close(view: int, _data: int) -> None:
        gtk.gtk_widget_destroy(gtk.gtk_widget_get_toplevel(view))

    @REQUESTED
    def open_window(_session: int, _data: int) -> int:
        view = gobject.g_object_new(
            webkit.webkit_web_view_get_type(),
            b"web-context",
            c_void_p(context),
            c_char_p(b"settings"),
            c_void_p(settings),
            c_char_p(b"is-controlled-by-automation"),
            c_int(True),
            NO_END,
        )
        window = gtk.gtk_window_new(0)
        gtk.gtk_window_set_default_size(window, 1280, 900)
        gtk.gtk_container_add(window, view)
        gtk.gtk_widget_show_all(window)
        connect(view, b"close", close)
        return view

    @STARTED
    def start(_context: int, session: int, _data: int) -> None:
        connect(session, b"create-web-view", open_window)

    connect(context, b"automation-started", start)
    webkit.webkit_web_context_set_automation_allowed(context, True)
    gtk.gtk_main()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
