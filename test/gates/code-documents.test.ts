import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const decisions = readdirSync(path.join(root, 'src/decisions'))
  .filter((name) => name !== 'README.md')
  .map((name) => `src/decisions/${name}`)
  .toSorted()
const documents = ['src/README.md', 'src/decisions/README.md', ...decisions]
const entries = ['src', 'test', '.tools'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }),
)
/** The names of files, and those of folders with a slash. */
const names = new Set(entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)))

/** With a slash in them too: methods of the protocol, and what the package exports. */
const notPaths = /^(?:session|acp-plan-tui)\/\w/

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

/** A path begins at the root or in `src`, and its ending may be left out. A name alone (`plan-panes/`, `panel.ts`) may be anywhere. */
function isThere(place: string): boolean {
  const files = ['', 'src/'].flatMap((from) =>
    ['', '.ts', '.tsx'].map((ending) => `${from}${place}${ending}`),
  )
  return names.has(place) || files.some((file) => existsSync(path.join(root, file)))
}

test('the documents of the code name files and folders that exist', () => {
  const lost = documents.flatMap((file) =>
    [...read(file).matchAll(/`([\w.-]+(?:\/[\w./-]*|\.(?:m?js|tsx?)))`/g)]
      .map(([, place = '']) => place)
      .filter((place) => !notPaths.test(place) && !isThere(place))
      .map((place) => `${file}: ${place}`),
  )
  expect(lost).toEqual([])
})

test('each file of decisions has a title and its choices, each with its context, the choice and its cost', () => {
  const wrong = decisions.filter((file) => {
    const [title = '', ...choices] = read(file).split(/^(?=## )/m)
    const isChoice = (text: string): boolean =>
      /^## \S[^\n]*\n\n\*\*Context\.\*\* .+^\*\*Choice\.\*\* .+^\*\*Cost\.\*\* ./ms.test(text)
    return !/^# \S/.test(title) || choices.length === 0 || !choices.every(isChoice)
  })
  expect(wrong).toEqual([])
})

test('each file of decisions is in the index, once, with its title', () => {
  const listed = [...read('src/decisions/README.md').matchAll(/^- \[([^\]]+)\]\((\S+)\): \S/gm)].map(
    ([, title, file]) => `${file}: ${title}`,
  )
  expect(listed.toSorted()).toEqual(
    decisions.map((file) => `${path.basename(file)}: ${read(file).split('\n')[0]?.slice(2)}`),
  )
})

test('what cites a decision names its file', () => {
  const texts = entries
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|js|md)$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
  const cited = texts.flatMap((text) =>
    [...text.matchAll(/`decisions\/([\w-]+\.md)`|\bdecisions?[ /](\d{4})\b/g)].map(
      ([, name, number]) => name ?? `number ${number}`,
    ),
  )
  const names = decisions.map((file) => path.basename(file))
  expect(cited.length).toBeGreaterThan(1)
  expect(cited.filter((name) => !names.includes(name))).toEqual([])
})

test('the README links every page of the manual, and its links and pictures lead to files', () => {
  const links = [...read('README.md').matchAll(/\]\(((?!https?:)[^)#]+)\)/g)].map(([, file = '']) => file)
  expect(links.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  const pages = readdirSync(path.join(root, 'src/manual')).map((name) => `src/manual/${name}`)
  expect(pages.filter((page) => !links.includes(page))).toEqual([])
})

test('links in the manual lead to files', () => {
  const lost = readdirSync(path.join(root, 'src/manual')).flatMap((name) =>
    [...read(`src/manual/${name}`).matchAll(/\]\(((?!https?:|mailto:)[^)#\s]+)\)/g)]
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(path.join(root, 'src/manual', file))),
  )
  expect(lost).toEqual([])
})
