import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../../src/app/state/app-event.ts'
import { documentNote } from '../../../../src/app/notes/document-note.ts'
import { noteOf } from '../../../../src/app/notes/noted-events.ts'
import { note, type EventNote } from '../../../../src/app/notes/schema/note.ts'
import type { JsonObject } from '../../../../src/protocol/wire/message.ts'
import { publishedSchemas, recordingLine } from '../../../../src/cli/published-schemas.ts'
import { takeFaults } from '../../../support/written-lines/found-faults.ts'
import { misspelled } from '../../../support/written-lines/misspelled.ts'
import { anyEvent } from '../../any-events.ts'

const uri = 'file:///plan.md'
const shown = { state: 'shown', uri, text: '# Plan', format: 'markdown', sizeBytes: 6, readAtMs: 0 } as const

/** Notes of every type, and of many forms. */
const notes: readonly JsonObject[] = [
  ...fc.sample(anyEvent, { numRuns: 2000, seed: 1 }).flatMap((event) => {
    const record = noteOf(event)
    return record?.type === 'event' ? [record.event] : []
  }),
  ...[documentNote(shown), documentNote({ state: 'unavailable', uri, reason: { kind: 'binary' } })].flatMap(
    (each) => each ?? [],
  ),
]

describe('a note of a recording', () => {
  test('of each type is as the schema says', () => {
    const { $defs } = publishedSchemas['recording-schema.json'] as { readonly $defs: object }
    const types = Object.keys($defs).filter((name) => name !== 'header')
    expect(new Set(notes.map(({ type }) => type))).toEqual(new Set(types))
    for (const event of notes) expect(note.safeParse(event).success, JSON.stringify(event)).toBe(true)
  })

  test('is refused with any of its fields misspelled', () => {
    const wrong = notes.flatMap(misspelled)
    expect(wrong.length).toBeGreaterThan(1000)
    expect(wrong.filter((event) => note.safeParse(event).success)).toEqual([])
  })

  test('is redacted in its record, like everything else in a recording', () => {
    const header = {
      trace: 'acp-plan-tui',
      version: 1,
      startedAt: '2026-11-21T10:00:00.000Z',
      program: 'p',
      agent: 'a',
    }
    const lines = [
      { ...header, columns: 80, rows: null, title: null },
      { t: 1, event: { type: 'remarked', text: 'hm' } },
      { t: 1, in: '{}' },
      header,
      { t: 1, event: { type: 'remarked', words: 'hm' } },
      { t: 1, event: { type: 'sung' } },
    ]
    expect(lines.map((line) => recordingLine.safeParse(line).success)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('a new note', () => {
  test('without a schema does not compile', () => {
    // @ts-expect-error -- no schema has this type
    const sung: EventNote = { type: 'sung' }
    expect(note.safeParse(sung).success).toBe(false)
  })

  test('with a field that no schema has fails the test that writes it', () => {
    const event = { type: 'remarked', atMs: 1, text: 'hm', mood: 'good' } as const
    noteOf(event satisfies AppEvent)
    expect(takeFaults()).toEqual([expect.stringContaining('Unrecognized key: "mood"')])
  })
})
