import { expect, test } from 'vitest'
import {
  additions,
  countsKind,
  remarkAs,
  remarkSchema,
  table,
  tableLayers,
  tableReading,
} from './additions.ts'
import { typesWith } from './planted.ts'

const layers = tableLayers.map(([{ file }]) => file).toSorted()
/** Where the compiler must find what is missing: with what they import half of the program. */
const named = [...layers, 'src/outputs/json/json-output.ts']

/** The files whose errors say something. */
function filesNamed(errors: string, says: string): readonly string[] {
  return errors
    .split(/\n(?=\S)/)
    .flatMap((error) => (error.includes(says) ? error.split('(', 1) : []))
    .toSorted()
}

test('every addition compiles, beside all others', () => {
  expect(typesWith(['src'], ...additions)).toBe('')
})

test('the compiler names each layer that lacks a kind which is read, a JSON line without a schema, each table that lacks a list to pick from, and where its command is carried out', () => {
  const tables = ['src/ui/pickers/picker.ts', 'src/ui/state/open-layers.ts']
  const files = [...named, ...tables, 'src/ui/input/plan/act-on-plan.ts']
  const errors = typesWith(files, table(tableReading), countsKind, {
    folder: 'json-line',
    lines: [remarkAs("{ type: 'remark', atMs, words: event.text }")],
  })
  expect(filesNamed(errors, "Property 'counts' is missing")).toEqual(tables)
  expect(errors).toMatch(/^src\/ui\/input\/plan\/act-on-plan\.ts.*lacks ending return/m)
  expect(filesNamed(errors, "Property '_table' is missing")).toEqual(layers)
  expect(errors).toMatch(/^src\/outputs\/json\/json-output\.ts.*"remark"/m)
})

test('the compiler names each layer that has a kind which nothing reads, and fields of a JSON line that are missing or misspelled', () => {
  const wrong = "{ type: 'remark', atMs }, { type: 'remark', atMs, word: event.text }"
  const errors = typesWith(named, table(...tableLayers), {
    folder: 'json-line',
    lines: [...remarkSchema, remarkAs(wrong)],
  })
  expect(filesNamed(errors, "'_table' does not exist in type")).toEqual(layers)
  expect(errors).toMatch(/^src\/outputs\/json\/json-output\.ts.*\n +Property 'words' is missing/m)
  expect(errors).toMatch(/^src\/outputs\/json\/json-output\.ts.*'word' does not exist/m)
})
