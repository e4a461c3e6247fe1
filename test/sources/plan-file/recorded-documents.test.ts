import { expect, test } from 'vitest'
import { documentNote } from '../../../src/app/notes/document-note.ts'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import type { Clock } from '../../../src/lib/clock.ts'
import { awaitedDocuments, makeRecordedDocuments } from '../../../src/sources/plan-file/recorded-documents.ts'
import { shownDocument } from '../../support/shown-document.ts'

const clock: Clock = { nowMs: () => 5, wallMs: () => 1005, after: () => () => {} }
const uri = 'file:///work/notes.md'
const shown = shownDocument(uri, 'one\n', { format: 'plain', readAtMs: 1005 })

test('a document is what was noted of it last', () => {
  const documents = makeRecordedDocuments(clock)
  const heard: PlanDocument[] = []
  const stop = documents.open(uri, (document) => heard.push(document))
  const unknown = { state: 'unavailable', uri, reason: { kind: 'not-recorded' } }
  expect(documents.note(documentNote(shown) ?? {})).toBe(true)
  expect(documents.note({ type: 'weather' })).toBe(false)
  expect(documents.of(uri)).toEqual(shown)
  const gone = {
    type: 'document',
    uri,
    state: 'unavailable',
    reason: { kind: 'missing', path: '/work/notes.md' },
  }
  expect(documents.note(gone)).toBe(true)
  stop()
  documents.note(documentNote(shown) ?? {})
  const { type: _, ...unavailable } = gone
  expect(heard).toEqual([unknown, shown, { ...unavailable, lastShown: shown }])
  expect(documents.of(uri)).toEqual(shown)
})

test('what is not noted is not read from anywhere, but for what holds itself', () => {
  const documents = makeRecordedDocuments(clock)
  expect(documents.of('file:///etc/hostname')).toMatchObject({ reason: { kind: 'not-recorded' } })
  expect(documents.of('https://a.example/plan.md')).toMatchObject({ reason: { kind: 'not-recorded' } })
  expect(documents.of('plan.md')).toMatchObject({ reason: { kind: 'relative' } })
  expect(documents.of('data:text/markdown,%23%20Plan')).toEqual(
    shownDocument('data:text/markdown,%23%20Plan', '# Plan', { readAtMs: 1005 }),
  )
})

test('a document can be opened more than once', () => {
  const documents = makeRecordedDocuments(clock)
  let count = 0
  const changed = (): void => void count++
  const stops = [documents.open(uri, changed), documents.open(uri, changed)]
  documents.note(documentNote(shown) ?? {})
  expect(count).toBe(4)
  // What it is already is no news.
  documents.note(documentNote(shown) ?? {})
  expect(count).toBe(4)
  stops[0]?.()
  stops[0]?.()
  documents.note(documentNote({ ...shown, text: 'two\n' }) ?? {})
  expect(count).toBe(5)
  stops[1]?.()
  documents.note(documentNote(shown) ?? {})
  documents.fetch(uri)
  expect(count).toBe(5)
})

/** What is heard of a document. */
function heardOf(documents: ReturnType<typeof awaitedDocuments>, of = uri): readonly PlanDocument[] {
  const heard: PlanDocument[] = []
  documents.open(of, (document) => heard.push(document))
  return heard
}

test('a document that comes later is loading until then, and never missing', () => {
  const recorded = makeRecordedDocuments(clock)
  const documents = awaitedDocuments(recorded)
  const heard = heardOf(documents)
  recorded.note(documentNote(shown) ?? {})
  documents.end()
  expect(heard).toEqual([{ state: 'loading', uri }, shown])
})

test('a document that never comes is missing at the end of the recording', () => {
  const documents = awaitedDocuments(makeRecordedDocuments(clock))
  const heard = heardOf(documents)
  documents.open('file:///closed.md', () => undefined)()
  documents.end()
  const missing = { state: 'unavailable', uri, reason: { kind: 'not-recorded' } }
  expect(heard).toEqual([{ state: 'loading', uri }, missing])
  expect(heardOf(documents)).toEqual([missing])
})

test('what is known without the recording is told at once', () => {
  const documents = awaitedDocuments(makeRecordedDocuments(clock))
  expect(heardOf(documents, 'plan.md')).toMatchObject([{ reason: { kind: 'relative' } }])
  expect(heardOf(documents, 'data:text/markdown,%23%20Plan')).toMatchObject([{ text: '# Plan' }])
})
