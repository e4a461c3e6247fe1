import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The packages that measure text for Ink make a segmenter and the expression of all emoji when they are loaded: 50 ms
 * that plain text does not need. Here they ask src/lib/text instead, which makes the former late, and make the latter late
 * themselves. Texts come out the same; test/lib/text/graphemes.test.ts holds that.
 */
const patches = [
  {
    file: /\/string-width\/index\.js$/,
    changes: [
      [/new Intl\.Segmenter\([^)]*\)/, '{ segment: __graphemes }'],
      [
        String.raw`/^\p{RGI_Emoji}$/v`,
        String.raw`{ test: (text) => (__emoji ??= new RegExp('^\\p{RGI_Emoji}$', 'v')).test(text) };let __emoji`,
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

/** Fails where a package has no such code any more, so that an upgrade does not undo this in silence. */
export function lateUnicode(root) {
  const texts = path.join(root, 'src/lib/text')
  const imports =
    `import { graphemes as __graphemes } from ${JSON.stringify(path.join(texts, 'graphemes.ts'))};` +
    `import { singleWidth as __singleWidth } from ${JSON.stringify(path.join(texts, 'single-width.ts'))};`
  return {
    name: 'late-unicode',
    setup(build) {
      for (const { file, changes } of patches) {
        build.onLoad({ filter: file }, ({ path: place }) => {
          // A package's own older copy, as marked-terminal's tables have one, comes later anyway.
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
