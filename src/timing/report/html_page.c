/* SPDX-License-Identifier: MIT */
/* See html_page.h: the style sheet, the scripts, and what stands around the content. */
#include "timing/report/html_page.h"

#include "timing/report/markup.h"
#include "timing/report/palette.h"

/* clang-format off */
static const char style[] =
    ":root{--mono:ui-monospace,'SF Mono','DejaVu Sans Mono',Menlo,Consolas,monospace}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;font-variant-numeric:tabular-nums}\n"
    "main{max-width:1200px;margin:0 auto;padding:28px 24px 60px}\n"
    "h1{font:600 25px/1.25 var(--mono);margin:0 0 4px;overflow-wrap:anywhere}\n"
    "h2{font-size:17px;line-height:1.3;margin:0 0 2px}\n"
    "h3{font-size:14px;line-height:1.3;margin:0}\n"
    "p{margin:0 0 12px}\n"
    "svg{fill:var(--ink)}\n"
    "#style{float:right;font:13px/1.4 inherit;font-family:inherit;color:var(--soft);background:var(--card);border:1px solid var(--line);border-radius:7px;padding:4px 10px;margin:0 0 8px 14px;cursor:pointer}\n"
    "#style:hover{color:var(--strong)}\n"
    ".soft{color:var(--soft)}\n"
    ".small{font-size:13px;line-height:1.45}\n"
    ".lead{font-size:16px;margin:14px 0 20px;max-width:75ch}\n"
    ".tiles{display:grid;grid-template-columns:repeat(6,1fr);gap:12px;margin:0 0 16px}\n"
    ".tile{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 14px 11px}\n"
    ".tile b{display:block;font-size:21px;line-height:1.25;font-weight:600;white-space:nowrap}\n"
    ".tile span{display:block;font-size:12.5px;line-height:1.35;color:var(--soft)}\n"
    ".pair{display:grid;grid-template-columns:1fr 1fr;gap:16px;margin:0 0 16px}\n"
    ".pair section{margin:0}\n"
    ".beside{display:grid;grid-template-columns:minmax(150px,1fr) minmax(260px,1.6fr);gap:8px 28px;align-items:start;margin-top:10px}.beside svg{width:100%;height:auto}.beside .bars{margin-top:0}\n"
    "section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:18px 20px;margin:0 0 16px;min-width:0}\n"
    "section>svg{display:block;width:100%;height:auto;margin-top:8px}\n"
    ".bars{display:grid;grid-template-columns:minmax(92px,max-content) 1fr max-content;gap:7px 12px;align-items:center;margin-top:10px}\n"
    ".bars .track{height:14px;background:var(--track);border-radius:3px;overflow:hidden}\n"
    ".bars .track i{display:block;height:100%;border-radius:3px}\n"
    ".bars .track b{display:block;float:left;height:100%;border-right:1px solid var(--card)}\n"
    ".bars .note{grid-column:1/-1;margin:-6px 0 3px;font-size:12.5px;line-height:1.35;color:var(--soft)}\n"
    ".courses{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:16px 24px;margin-top:10px}.courses svg{display:block;width:100%;height:auto}\n"
    ".value{text-align:right;white-space:nowrap}\n"
    ".scroll{overflow-x:auto;margin-top:8px}\n"
    ".plot>svg{display:block;width:100%;max-width:800px;height:auto;margin:8px auto 0}\n"
    ".scroll>svg{display:block;width:100%;min-width:880px;height:auto}\n"
    "table{border-collapse:collapse;width:100%;font-size:13.5px;line-height:1.4}\n"
    "th{position:sticky;top:0;z-index:1;background:var(--card);text-align:right;font-weight:600;padding:6px 9px;border-bottom:2px solid var(--line);white-space:nowrap}\n"
    "table.sort th{cursor:pointer}\n"
    "table.sort th:hover{color:var(--strong)}\n"
    "th.by::after{content:' \\2193'}th.by.up::after{content:' \\2191'}\n"
    "td{padding:3px 9px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}\n"
    "th.l,td.l{text-align:left}\n"
    "td.code{font:13px/1.4 var(--mono);text-align:left;white-space:pre;max-width:44ch;overflow:hidden;text-overflow:ellipsis}\n"
    "td.file{font:12.5px/1.4 var(--mono);text-align:left;color:var(--soft)}\n"
    "tr.idle td{color:var(--idle)}\n"
    "tr.begin td{border-top:2px solid var(--mark)}\n"
    ".listing{max-height:760px;overflow:auto;margin-top:10px;border:1px solid var(--line);border-radius:6px}\n"
    ".mix{display:inline-flex;width:90px;height:10px;background:var(--track);border-radius:2px;overflow:hidden;vertical-align:middle}\n"
    ".mix i{display:block;height:100%}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 14px;margin:10px 0 0}\n"
    "dt{color:var(--soft)}dd{margin:0}\n"
    "code{font:13px/1.4 var(--mono)}\n"
    "tr.group td{background:var(--back);font-weight:600;text-align:left}\n"
    "@media(max-width:1000px){.pair{grid-template-columns:1fr}.tiles{grid-template-columns:repeat(3,1fr)}main{padding:20px 14px 40px}}\n"
    "@media(max-width:600px){.beside{grid-template-columns:1fr}.tiles{grid-template-columns:1fr 1fr}main{padding:16px 10px 32px}section{padding:14px 12px}h1{font-size:21px}td,th{padding-left:5px;padding-right:5px}td.code{max-width:20ch}}\n"
    "@media print{body{background:#fff}.listing{max-height:none}#style{display:none}}\n";

static const char sorting[] =
    "document.querySelectorAll('table.sort').forEach(function(t){\n"
    "  var body=t.tBodies[0],heads=t.tHead.rows[0].cells;\n"
    "  Array.prototype.forEach.call(heads,function(h,n){\n"
    "    h.tabIndex=0;\n"
    "    function sort(){\n"
    "      var text=h.classList.contains('l'),first=!h.classList.contains('by');\n"
    "      var up=first?text:!h.classList.contains('up');\n"
    "      Array.prototype.forEach.call(heads,function(o){o.classList.remove('by','up')});\n"
    "      h.classList.add('by');if(up)h.classList.add('up');\n"
    "      function key(r){var v=r.cells[n].dataset.v;return v!==undefined?+v:r.cells[n].textContent}\n"
    "      var rows=Array.prototype.slice.call(body.rows);\n"
    "      rows.sort(function(a,b){var x=key(a),y=key(b);return (x>y?1:y>x?-1:0)*(up?1:-1)});\n"
    "      rows.forEach(function(r){body.appendChild(r)});\n"
    "    }\n"
    "    h.addEventListener('click',sort);\n"
    "    h.addEventListener('keydown',function(e){if(e.key==='Enter')sort()});\n"
    "  });\n"
    "});\n";

/* The reader's choice of a style is kept where the browser lets pages of files keep something. */
static const char choosing[] =
    "(function(){\n"
    "  var root=document.documentElement,button=document.getElementById('style');\n"
    "  var system=window.matchMedia('(prefers-color-scheme: dark)');\n"
    "  function dark(){var s=root.getAttribute('data-style');return s?s==='dark':system.matches}\n"
    "  function show(){button.textContent=dark()?'light style':'dark style'}\n"
    "  try{var kept=localStorage.getItem('halfwarp-style');if(kept)root.setAttribute('data-style',kept)}catch(e){}\n"
    "  button.addEventListener('click',function(){\n"
    "    var s=dark()?'light':'dark';\n"
    "    root.setAttribute('data-style',s);\n"
    "    try{localStorage.setItem('halfwarp-style',s)}catch(e){}\n"
    "    show();\n"
    "  });\n"
    "  system.addEventListener('change',show);\n"
    "  show();\n"
    "  button.hidden=false;\n"
    "})();\n";
/* clang-format on */

void hw_html_page_begin(FILE *out, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
          "'unsafe-inline'; script-src 'unsafe-inline'\"/>\n<title>",
          out);
    hw_markup_text(out, title);
    fputs("</title>\n<style>\n", out);
    hw_palette_css(out);
    fprintf(out,
            "%s</style>\n</head>\n<body><main>\n"
            "<button id=\"style\" type=\"button\" hidden=\"hidden\">style</button>\n",
            style);
}

void hw_html_page_end(FILE *out)
{
    fprintf(out, "</main>\n<script>\n%s%s</script>\n</body></html>\n", sorting, choosing);
}
