"""The pages of former builds, which the preview server reuses while all their sources are unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, Template

from hooks.base.adapter import Files, MkDocsConfig, Page
from hooks.directives.block_cache import BlockCache
from hooks.directives.library import Library
from hooks.preview.gate import GATE


@dataclass(frozen=True)
class _Rendered:
    """The attributes of a rendered page, the addresses of its links to anchors, and what it added to the
    library; `key` is what it was made from.
    """

    key: object
    attributes: Mapping[str, Any]
    links: dict[str, dict[str, str]]
    tables: list[Any]
    mistakes: list[str]


@dataclass
class _Cache:
    """The results of former builds by the path of their page; all depend on the `settings`."""

    settings: object = None
    env: Environment | None = None
    blocks: BlockCache = field(default_factory=dict)
    pages: dict[str, _Rendered] = field(default_factory=dict)
    files: dict[str, tuple[object, str]] = field(default_factory=dict)


_cache = _Cache()
_new: dict[str, _Rendered] = {}  # of this build, which may fail
_library: Library
_files: object
_nav: object = None
_RENDERED = ("content", "toc", "_title_from_render", "present_anchor_ids")


class CachedPage(Page):
    """A page that is rendered and written again only if something it is made from has changed."""

    def written_from(self, chapter: int | None) -> object:
        """Return what the page's file is made from; `chapter` is its number."""
        frame = _library.frame_made_from(self.file.src_uri)
        return self.content, self.title, repr(self.meta), chapter, _nav, frame

    def render(self, config: MkDocsConfig, files: Files) -> None:
        name, page = self.file.src_uri, config.mdx_configs["hooks.directives"]["page"]
        key = (self.markdown, _files, _library.made_from(page, self.markdown or ""))
        former = _cache.pages.get(name)
        if former and (former.key == key or GATE.is_deferred(self.file.url)):
            if former.key != key:
                GATE.late.add(self.file.url)
            self._reuse(former, files)
            return
        tables, mistakes = len(_library.tables.added), len(_library.mistakes)
        super().render(config, files)
        _new[name] = _Rendered(
            key,
            {attribute: getattr(self, attribute) for attribute in _RENDERED},
            {file.src_uri: links for file, links in (self.links_to_anchors or {}).items()},
            _library.tables.added[tables:],
            _library.mistakes[mistakes:],
        )

    def _reuse(self, former: _Rendered, files: Files) -> None:
        for attribute, value in former.attributes.items():
            setattr(self, attribute, value)
        links = {files.get_file_from_path(path): links for path, links in former.links.items()}
        self.links_to_anchors = {file: anchors for file, anchors in links.items() if file}
        _library.tables.added += former.tables
        _library.mistakes += former.mistakes


class _CachedTemplate(Template):
    """A template that reuses the output for a page whose file is unchanged."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        context = dict(*args, **kwargs)
        page = context.get("page")
        if not isinstance(page, CachedPage):
            return super().render(*args, **kwargs)
        key, name = page.written_from(context.get("chapter")), page.file.src_uri
        if name not in _cache.files or _cache.files[name][0] != key:
            _cache.files[name] = key, super().render(*args, **kwargs)
        return _cache.files[name][1]


def blocks(config: MkDocsConfig) -> BlockCache:
    """Return the cached blocks of former builds, after clearing the cache if the settings have changed."""
    settings = Path(config.config_file_path).read_bytes()
    if settings != _cache.settings:
        clear()
    _cache.settings = settings
    return _cache.blocks


def use_cached_pages(config: MkDocsConfig, files: Files, library: Library) -> None:
    """Replace every page of this build by one that can be reused."""
    global _library, _files
    _library = library
    _files = {(file.src_uri, file.url) for file in files}
    _new.clear()
    for file in files.documentation_pages():
        CachedPage(None, file, config)


def cached_environment(env: Environment, nav: object) -> Environment:
    """Return the templates of the first build, for reuse; `nav` is what this one's contents depend on."""
    global _nav
    _nav = nav
    if _cache.env is None:
        env.template_class = _CachedTemplate
        _cache.env = env
    return _cache.env


def commit() -> None:
    """Keep the pages of this build, which has succeeded, for the next."""
    _cache.pages |= _new


def clear() -> None:
    """Forget all former builds."""
    global _cache
    _cache = _Cache()
