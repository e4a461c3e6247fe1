import { readFileSync } from 'node:fs'

const imported = "import { highlight as highlightCli } from 'cli-highlight';"
const late = "const highlightCli = (...given) => require('cli-highlight').highlight(...given);"

/**
 * The renderer of markdown is loaded in every run, and with it would be the highlighter, whose 190 grammars are made when it is
 * loaded: most of the renderer's time and memory. Here it is loaded with the first code block that has a language.
 * Fails where marked-terminal has no such import any more, so that an upgrade does not undo this in silence.
 */
export const lateHighlighter = {
  name: 'late-highlighter',
  setup(build) {
    build.onLoad({ filter: /\/marked-terminal\/index\.js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8')
      if (!text.includes(imported)) throw new Error(`${file} does not import cli-highlight as it did`)
      return { contents: text.replace(imported, late), loader: 'js' }
    })
  },
}
