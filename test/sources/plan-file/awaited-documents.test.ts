import { expect, test } from 'vitest'
import { documentNote } from '../../../src/app/notes/document-note.ts'
import type { PlanDocument, ShownDocument } from '../../../src/app/ports/plan-document.ts'
import type { Clock } from '../../../src/lib/clock.ts'
import { awaitedDocuments, makeRecordedDocuments } from '../../../src/sources/plan-file/recorded-documents.ts'

const clock: Clock = { nowMs: () => 5, wallMs: () => 1005, after: () => () => {} }
const uri = 'file:///work/notes.md'
const shown: ShownDocument = {
  state: 'shown',
  uri,
  text: 'one\n',
  format: 'plain',
  sizeBytes: 4,
  readAtMs: 1005,
}

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
