import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Parses the demo's scenarios when the bundle is made, so that the program does not load a YAML parser. */
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
  // As a JSON text, which is faster to parse than so much code.
  return `export const script = JSON.parse(${JSON.stringify(JSON.stringify(parse(text)))})`
}
