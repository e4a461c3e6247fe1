import highlightJs from 'highlight.js/lib/core.js'
import * as grammars from './grammar-list.ts'

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
