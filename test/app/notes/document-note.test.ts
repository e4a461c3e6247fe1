import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentNote, readDocumentNote } from '../../../src/app/notes/document-note.ts'
import type { PlanDocument, ShownDocument } from '../../../src/app/ports/plan-document.ts'
import type { JsonObject } from '../../../src/protocol/wire/message.ts'
import { unavailableReasons } from '../unavailable-reasons.ts'
import { shownDocument } from '../../support/shown-document.ts'

const uri = 'file:///work/notes.md'
const shown = shownDocument(uri, '# Notes\n', { readAtMs: 7 })

/** What is read of a document that was noted and written down. */
function again(document: PlanDocument, before: PlanDocument | null = null): PlanDocument | null {
  const note = JSON.parse(JSON.stringify(documentNote(document))) as JsonObject
  return readDocumentNote(note, 7, () => before)
}

describe('a document that was noted is read as it was', () => {
  test('its text', () => {
    expect(again(shown)).toEqual(shown)
    const all: ShownDocument = {
      ...shown,
      format: 'source',
      language: 'typescript',
      truncatedToBytes: 3,
      replacedCharacters: 2,
      fetchedFrom: 'https://a.example/b',
    }
    expect(again(all)).toEqual(all)
  })

  test.each([...unavailableReasons, { kind: 'path-without-scheme' } as const])(
    'why there is none: %j',
    (reason) => {
      expect(again({ state: 'unavailable', uri, reason })).toEqual({ state: 'unavailable', uri, reason })
    },
  )

  test('what was shown before it went, which is not noted again', () => {
    const gone: PlanDocument = { state: 'unavailable', uri, reason: { kind: 'binary' }, lastShown: shown }
    expect(JSON.stringify(documentNote(gone))).not.toContain('Notes')
    expect(again(gone, shown)).toEqual(gone)
    expect(again(gone, gone)).toEqual(gone)
  })

  test('the beginning of a long one', () => {
    const text = `${'é'.repeat(256 * 1024 - 1)}🚀 and more`
    const read = again({ ...shown, text, sizeBytes: 999_999 })
    expect(read).toMatchObject({ state: 'shown', sizeBytes: 999_999 })
    const kept = read?.state === 'shown' ? read : shown
    expect(kept.text).toBe(`${'é'.repeat(256 * 1024 - 1)}\ufffd`)
    expect(kept.truncatedToBytes).toBe(Buffer.byteLength(kept.text))
  })
})

test('a document that is being read is not noted', () => {
  expect(documentNote({ state: 'loading', uri })).toBeNull()
})

describe('a malformed note is ignored', () => {
  test.each<JsonObject>([
    {},
    { type: 'document' },
    { type: 'other', uri, state: 'shown', text: '', format: 'plain', sizeBytes: 0 },
    { type: 'document', uri, state: 'shown', text: 5, format: 'plain', sizeBytes: 0 },
    { type: 'document', uri, state: 'shown', text: '', format: 'html', sizeBytes: 0 },
    { type: 'document', uri, state: 'shown', text: '', format: 'plain', sizeBytes: -1 },
    { type: 'document', uri, state: 'unavailable' },
    { type: 'document', uri, state: 'unavailable', reason: { kind: 'missing' } },
    { type: 'document', uri, state: 'unavailable', reason: { kind: '__proto__' } },
    { type: 'document', uri, state: 'unavailable', reason: { kind: 'device', path: '/a', device: 'moon' } },
    { type: 'document', uri, state: 'unavailable', reason: { kind: 'path-without-scheme', suggestion: 5 } },
  ])('%j', (note) => {
    expect(readDocumentNote(note, 0, () => null)).toBeNull()
  })

  test('with any content', () => {
    const notes = fc.record(
      {
        type: fc.constant('document'),
        uri: fc.oneof(fc.constant(uri), fc.jsonValue()),
        state: fc.oneof(fc.constantFrom('shown', 'unavailable'), fc.jsonValue()),
        text: fc.oneof(fc.string(), fc.jsonValue()),
        format: fc.oneof(fc.constantFrom('markdown', 'json', 'source', 'plain'), fc.jsonValue()),
        sizeBytes: fc.oneof(fc.nat(), fc.jsonValue()),
        language: fc.jsonValue(),
        reason: fc.oneof(
          fc.record({ kind: fc.constantFrom('missing', 'binary', 'device'), path: fc.jsonValue() }),
          fc.jsonValue(),
        ),
      },
      { requiredKeys: ['type'] },
    )
    fc.assert(
      fc.property(notes, (note) => {
        const read = readDocumentNote(note, 0, () => null)
        if (read?.state === 'shown') expect(typeof read.text).toBe('string')
      }),
    )
  })
})
