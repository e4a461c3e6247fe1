// Words that name a key follow the user's own keys (`keyWords`).
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from '@swc/core'
import { describe, expect, test } from 'vitest'
import { commandNames } from '../../../src/ui/keys/own-keys.ts'
import { helpedContexts, otherContexts, shownAt } from '../input/key-contexts.ts'
import { keysIn, oldKeysOn, remappedKeyOf, withRemappedKeys } from './remapped-keys.ts'

const sizes = [
  { columns: 40, rows: 12 },
  { columns: 80, rows: 24 },
  { columns: 200, rows: 60 },
]

describe.each([...helpedContexts, ...otherContexts])(
  'with other keys for every command, in $name',
  (context) => {
    test.each(sizes)('the screen names no key of the table at $columns x $rows', (size) => {
      expect(oldKeysOn(shownAt(context, size).change(withRemappedKeys), context.state)).toEqual([])
    })

    test('nothing that a key shows or says does', () => {
      const screen = shownAt(context).change(withRemappedKeys)
      const { ui } = screen
      const named = commandNames.flatMap((command) => {
        screen.change(() => ui).press(remappedKeyOf(command))
        if (screen.ui.guard.held !== null) screen.press('pause')
        return oldKeysOn(screen, context.state).map((found) => `${command} shows ${found}`)
      })
      expect(named).toEqual([])
    })
  },
)

const root = path.resolve(import.meta.dirname, '../../../src/ui')
/** Texts with a letter that is no key, or a key that nobody can change. */
const others = new Set(['A letter with shift is written as itself, such as G.'])

test('no text in the code of the screen names a key of the table', async () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    // There are names of languages.
    (file) => /\.tsx?$/.test(file) && !file.startsWith('markdown'),
  )
  const found: string[] = []
  for (const file of files) {
    const module = await parse(readFileSync(path.join(root, file), 'utf8'), {
      syntax: 'typescript',
      tsx: file.endsWith('x'),
    })
    for (const text of textsIn(module))
      if (/\S\s\S/.test(text) && !others.has(text) && keysIn(text).length > 0) found.push(`${file}: ${text}`)
  }
  expect(found).toEqual([])
})

/** The texts in parsed code; what is inserted into one is a digit, so that what follows may be its unit. */
function textsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (typeof node !== 'object' || node === null) return []
  const own = ownText(node)
  return [...(own === null ? [] : [own]), ...Object.values(node).flatMap(textsIn)]
}

function ownText(node: object): string | null {
  if (!('type' in node)) return null
  if (node.type === 'StringLiteral' && 'value' in node) return String(node.value)
  if (node.type !== 'TemplateLiteral' || !('quasis' in node) || !Array.isArray(node.quasis)) return null
  return node.quasis.map((part: { readonly raw: string }) => part.raw).join('0')
}
