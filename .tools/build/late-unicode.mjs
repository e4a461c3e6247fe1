import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The packages that measure text for Ink create a segmenter and a regular expression of all emoji when they are loaded, which takes
 * 50 ms and is not needed for plain text. This makes them use the segmenter of src/lib/text, and create the expression when it is
 * first used. The results are the same (test/lib/text/graphemes.test.ts).
 */
const patches = [
  {
    file: /\/string-width\/index\.js$/,
    changes: [
      [/new Intl\.Segmenter\([^)]*\)/, '{ segment: __graphemes }'],
      [
        String.raw`/^\p{RGI_Emoji}$/v`,
        // An emoji of one character is wide anyway, so that only sequences are looked up.
        String.raw`{ test: (text) => text.length > (text.codePointAt(0) > 0xffff ? 2 : 1) && (__emoji ??= new RegExp('^\\p{RGI_Emoji}$', 'v')).test(text) };let __emoji`,
      ],
      [String.raw`/^[\u0020-\u007E]*$/`, '__singleWidth'],
    ],
  },
  ...[/\/ansi-tokenize\/build\/tokenize\.js$/, /\/slice-ansi\/tokenize-ansi\.js$/].map(withoutSegmenter),
  ...[/\/wrap-ansi\/index\.js$/, /\/ink\/build\/line-update\.js$/].map(withoutSegmenter),
]

function withoutSegmenter(file) {
  return { file, changes: [[/new Intl\.Segmenter\([^)]*\)/, '{ segment: __graphemes }']] }
}

/** Throws where a package has no such code any more, so that an upgrade does not undo this unnoticed. */
export function lateUnicode(root) {
  const imports =
    'import { graphemes as __graphemes, singleWidth as __singleWidth } from ' +
    `${JSON.stringify(path.join(root, 'src/lib/text/graphemes.ts'))};`
  return {
    name: 'late-unicode',
    setup(build) {
      for (const { file, changes } of patches) {
        build.onLoad({ filter: file }, ({ path: place }) => {
          // A package's own older copy, as in marked-terminal's tables, is loaded late anyway.
          if (place.split('node_modules').length > 2) return undefined
          let contents = readFileSync(place, 'utf8')
          for (const [what, by] of changes) {
            const changed = contents.replace(what, () => by)
            if (changed === contents) return { errors: [{ text: `${place} has no ${what} any more` }] }
            contents = changed
          }
          return { contents: imports + contents, loader: 'js' }
        })
      }
    },
  }
}
