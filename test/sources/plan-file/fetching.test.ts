import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeClock } from '../../agent/fake-clock.ts'
import { patienceMs } from '../../support/changes.ts'
import { openDocuments, watchStates } from './support.ts'

async function serve(answer: RequestListener): Promise<{ readonly base: string; readonly asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { base: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, asked }
}

const isSettled = (document: { readonly state: string }): boolean => document.state !== 'loading'

test('a document on the network is fetched when the user says so, and never before', async () => {
  let text = '# First'
  const { base, asked } = await serve((_, response) => {
    response.setHeader('content-type', 'text/plain; charset=utf-8').end(text)
  })
  const uri = `${base}/plan.md`
  const documents = openDocuments({ clock: fakeClock() })
  const plan = watchStates(documents, uri)
  const waiting = { state: 'unavailable', uri, reason: { kind: 'needs-permission' } }
  expect(plan.states).toEqual([waiting])

  documents.fetch(uri)
  documents.fetch(uri)
  const first = await plan.shows('# First')
  text = '# Second'
  documents.fetch(uri)
  const second = await plan.shows('# Second')
  expect(plan.states).toEqual([
    waiting,
    { state: 'loading', uri },
    first,
    { state: 'loading', uri, lastShown: first },
    second,
  ])
  expect(first).toEqual({
    state: 'shown',
    uri,
    text: '# First',
    format: 'markdown',
    sizeBytes: 7,
    readAtMs: 0,
  })
  // Opened beside it and never asked for: nothing but the two requests above came.
  watchStates(documents, `${base}/other.md`)
  documents.fetch(`${base}/not-open.md`)
  expect(asked).toEqual(['/plan.md', '/plan.md'])
})

test('redirects are followed to http(s) only, and not for ever', async () => {
  const { base, asked } = await serve((request, response) => {
    const targets: Record<string, string> = {
      '/moved': 'there/plan.json',
      '/loop': '/loop',
      '/to-file': 'file:///etc/hostname',
      '/to-nonsense': 'http://[',
    }
    const location = targets[request.url ?? '']
    if (location === undefined) response.end('{}')
    else response.writeHead(302, { location }).end('moved')
  })
  const documents = openDocuments({ clock: fakeClock() })
  const fetched = (path: string): Promise<unknown> => {
    const plan = watchStates(documents, base + path)
    documents.fetch(base + path)
    return plan.until(isSettled)
  }
  expect(await fetched('/moved')).toMatchObject({
    text: '{}',
    format: 'json',
    fetchedFrom: `${base}/there/plan.json`,
  })
  expect(await fetched('/to-file')).toMatchObject({
    reason: { kind: 'bad-redirect', target: 'file:///etc/hostname' },
  })
  expect(await fetched('/to-nonsense')).toMatchObject({ reason: { kind: 'bad-redirect' } })
  asked.length = 0
  expect(await fetched('/loop')).toMatchObject({ reason: { kind: 'too-many-redirects', limit: 5 } })
  expect(asked).toHaveLength(6)
})

test('an endless body is cut at the limit, and its request is ended', async () => {
  let isLetGo = false
  const { base } = await serve((_, response) => {
    const writing = setInterval(() => response.write('x'.repeat(1000)), 1)
    response.on('close', () => {
      clearInterval(writing)
      isLetGo = true
    })
  })
  const documents = openDocuments({ clock: fakeClock(), limitBytes: 5000 })
  const plan = watchStates(documents, base)
  documents.fetch(base)
  const shown = await plan.until((document) => document.state === 'shown')
  expect(shown).toMatchObject({ text: 'x'.repeat(5000), truncatedToBytes: 5000 })
  await vi.waitUntil(() => isLetGo, patienceMs)
})

test('a refusal, a broken connection and a timeout are reported, and the last text is kept', async () => {
  let answer: RequestListener = (_, response) => response.end('good')
  const { base } = await serve((request, response) => answer(request, response))
  const clock = fakeClock()
  const documents = openDocuments({ clock, fetchTimeoutMs: 3000 })
  const plan = watchStates(documents, base)
  documents.fetch(base)
  const good = await plan.shows('good')

  const next = (listener: RequestListener): Promise<unknown> => {
    answer = listener
    documents.fetch(base)
    return plan.until(isSettled)
  }
  const unavailable = (reason: object): object => ({
    state: 'unavailable',
    uri: base,
    reason,
    lastShown: good,
  })
  expect(await next((_, response) => response.writeHead(404).end('no'))).toEqual(
    unavailable({ kind: 'fetch-refused', status: 404 }),
  )
  expect(await next((request) => request.socket.destroy())).toEqual(
    unavailable({ kind: 'fetch-failed', cause: 'the connection broke (UND_ERR_SOCKET)' }),
  )
  let isHalfWritten = false
  const late = next((_, response) => response.write('half of it, and then no', () => (isHalfWritten = true)))
  await vi.waitUntil(() => isHalfWritten, patienceMs)
  clock.pass(3000)
  expect(await late).toEqual(unavailable({ kind: 'fetch-timeout', afterMs: 3000 }))
  expect(await next((_, response) => response.end('\0'))).toEqual(unavailable({ kind: 'binary' }))
})

test('nothing listens at the address', async () => {
  const server = await serve(() => {})
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const address = gone.address()
  await new Promise((resolve) => gone.close(resolve))
  const uri = server.base.replace(/\d+$/, String(typeof address === 'object' ? address?.port : ''))
  const documents = openDocuments({ clock: fakeClock() })
  const plan = watchStates(documents, uri)
  documents.fetch(uri)
  expect(await plan.until(isSettled)).toMatchObject({
    reason: { kind: 'fetch-failed', cause: 'nothing answers at that address (ECONNREFUSED)' },
  })
})

test('a stop aborts the fetch, reports nothing more and leaves no timer', async () => {
  let isClosed = false
  const { base, asked } = await serve((_, response) => {
    response.on('close', () => (isClosed = true))
  })
  const clock = fakeClock()
  const documents = openDocuments({ clock })
  const plan = watchStates(documents, base)
  documents.fetch(base)
  await vi.waitUntil(() => asked.length === 1, patienceMs)
  plan.stop()
  await vi.waitUntil(() => isClosed && clock.dueInMs().length === 0, patienceMs)
  expect(plan.states.map((document) => document.state)).toEqual(['unavailable', 'loading'])
})
