import highlightJs from 'highlight.js/lib/core.js'
import * as grammars from './grammar-list.ts'

let areRegistered = false

/**
 * highlight.js with the grammars of all `colouredLanguages`, and of languages embedded in them (handlebars in HTML, markdown in
 * Dart's comments, mojolicious in Perl). They are registered together, since embedded code must look the same whatever was shown
 * before, and with the first code, since registering takes a while.
 */
export function highlighter(): typeof highlightJs {
  if (!areRegistered) {
    for (const [name, grammar] of Object.entries(grammars)) highlightJs.registerLanguage(name, grammar)
    areRegistered = true
  }
  return highlightJs
}
