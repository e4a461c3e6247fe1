import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** The demo's scenarios are read when the bundle is made, so that nobody waits for it, and no reader has to be loaded. */
export const scripts = {
  name: 'scripts',
  setup(build) {
    build.onLoad({ filter: /\.yaml$/ }, ({ path: file }) => ({
      contents: moduleOf(readFileSync(file, 'utf8')),
      loader: 'js',
    }))
  },
}

/** The same for vitest. */
export const scriptsForTests = {
  name: 'scripts',
  enforce: 'pre',
  transform: (text, file) => (file.endsWith('.yaml') ? { code: moduleOf(text), map: null } : undefined),
}

function moduleOf(text) {
  // As a text that is parsed, since a long one is quicker to read than so much code.
  return `export const script = JSON.parse(${JSON.stringify(JSON.stringify(parse(text)))})`
}
