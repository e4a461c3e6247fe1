import highlightJs from 'highlight.js/lib/core.js'
import bash from 'highlight.js/lib/languages/bash.js'
import c from 'highlight.js/lib/languages/c.js'
import clojure from 'highlight.js/lib/languages/clojure.js'
import cmake from 'highlight.js/lib/languages/cmake.js'
import coffeescript from 'highlight.js/lib/languages/coffeescript.js'
import cpp from 'highlight.js/lib/languages/cpp.js'
import csharp from 'highlight.js/lib/languages/csharp.js'
import css from 'highlight.js/lib/languages/css.js'
import dart from 'highlight.js/lib/languages/dart.js'
import delphi from 'highlight.js/lib/languages/delphi.js'
import diff from 'highlight.js/lib/languages/diff.js'
import django from 'highlight.js/lib/languages/django.js'
import dockerfile from 'highlight.js/lib/languages/dockerfile.js'
import elixir from 'highlight.js/lib/languages/elixir.js'
import elm from 'highlight.js/lib/languages/elm.js'
import erlang from 'highlight.js/lib/languages/erlang.js'
import fsharp from 'highlight.js/lib/languages/fsharp.js'
import go from 'highlight.js/lib/languages/go.js'
import gradle from 'highlight.js/lib/languages/gradle.js'
import groovy from 'highlight.js/lib/languages/groovy.js'
import haml from 'highlight.js/lib/languages/haml.js'
import handlebars from 'highlight.js/lib/languages/handlebars.js'
import haskell from 'highlight.js/lib/languages/haskell.js'
import http from 'highlight.js/lib/languages/http.js'
import ini from 'highlight.js/lib/languages/ini.js'
import java from 'highlight.js/lib/languages/java.js'
import javascript from 'highlight.js/lib/languages/javascript.js'
import json from 'highlight.js/lib/languages/json.js'
import julia from 'highlight.js/lib/languages/julia.js'
import kotlin from 'highlight.js/lib/languages/kotlin.js'
import less from 'highlight.js/lib/languages/less.js'
import lisp from 'highlight.js/lib/languages/lisp.js'
import lua from 'highlight.js/lib/languages/lua.js'
import makefile from 'highlight.js/lib/languages/makefile.js'
import markdown from 'highlight.js/lib/languages/markdown.js'
import matlab from 'highlight.js/lib/languages/matlab.js'
import mojolicious from 'highlight.js/lib/languages/mojolicious.js'
import nginx from 'highlight.js/lib/languages/nginx.js'
import nix from 'highlight.js/lib/languages/nix.js'
import objectivec from 'highlight.js/lib/languages/objectivec.js'
import ocaml from 'highlight.js/lib/languages/ocaml.js'
import perl from 'highlight.js/lib/languages/perl.js'
import pgsql from 'highlight.js/lib/languages/pgsql.js'
import php from 'highlight.js/lib/languages/php.js'
import powershell from 'highlight.js/lib/languages/powershell.js'
import protobuf from 'highlight.js/lib/languages/protobuf.js'
import puppet from 'highlight.js/lib/languages/puppet.js'
import python from 'highlight.js/lib/languages/python.js'
import r from 'highlight.js/lib/languages/r.js'
import ruby from 'highlight.js/lib/languages/ruby.js'
import rust from 'highlight.js/lib/languages/rust.js'
import scala from 'highlight.js/lib/languages/scala.js'
import scheme from 'highlight.js/lib/languages/scheme.js'
import scss from 'highlight.js/lib/languages/scss.js'
import shell from 'highlight.js/lib/languages/shell.js'
import sml from 'highlight.js/lib/languages/sml.js'
import sql from 'highlight.js/lib/languages/sql.js'
import swift from 'highlight.js/lib/languages/swift.js'
import tcl from 'highlight.js/lib/languages/tcl.js'
import typescript from 'highlight.js/lib/languages/typescript.js'
import vbnet from 'highlight.js/lib/languages/vbnet.js'
import verilog from 'highlight.js/lib/languages/verilog.js'
import vhdl from 'highlight.js/lib/languages/vhdl.js'
import vim from 'highlight.js/lib/languages/vim.js'
import xml from 'highlight.js/lib/languages/xml.js'
import yaml from 'highlight.js/lib/languages/yaml.js'

// In the order of their names: where two want the same alias, the later one has it.
const grammars = {
  bash,
  c,
  clojure,
  cmake,
  coffeescript,
  cpp,
  csharp,
  css,
  dart,
  delphi,
  diff,
  django,
  dockerfile,
  elixir,
  elm,
  erlang,
  fsharp,
  go,
  gradle,
  groovy,
  haml,
  handlebars,
  haskell,
  http,
  ini,
  java,
  javascript,
  json,
  julia,
  kotlin,
  less,
  lisp,
  lua,
  makefile,
  markdown,
  matlab,
  mojolicious,
  nginx,
  nix,
  objectivec,
  ocaml,
  perl,
  pgsql,
  php,
  powershell,
  protobuf,
  puppet,
  python,
  r,
  ruby,
  rust,
  scala,
  scheme,
  scss,
  shell,
  sml,
  sql,
  swift,
  tcl,
  typescript,
  vbnet,
  verilog,
  vhdl,
  vim,
  xml,
  yaml,
}

let areRegistered = false

/**
 * highlight.js with the grammars that `languageName` may name, and those of what may stand within their code (handlebars in
 * HTML, markdown in Dart's comments, mojolicious in Perl). All at once, since one that is looked for within another has to be
 * there whatever was shown before; making them takes a while, so it waits for the first code.
 */
export function highlighter(): typeof highlightJs {
  if (!areRegistered) {
    for (const [name, grammar] of Object.entries(grammars)) highlightJs.registerLanguage(name, grammar)
    areRegistered = true
  }
  return highlightJs
}
