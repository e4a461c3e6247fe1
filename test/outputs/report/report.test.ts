import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderStage } from '../../render/render-stage.ts'
import { opened, parserRun, planned, rested, traceText, updated } from '../../render/trace.ts'

const demo = readFileSync(path.join(import.meta.dirname, '../../../.tools/picture/demo.ndjson'), 'utf8')

async function reportOf(trace: string, options = ''): Promise<string> {
  const stage = renderStage(trace)
  expect(await stage.render(`-o run.html ${options}`)).toEqual({ status: 0, said: [] })
  return stage.read('run.html') ?? ''
}

/** What a reader reads: the text of each block on a line. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<(?:li|p|h\d|section|summary|details|title)[ >]/g, '\n$&')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .trim()
}

describe('a report', () => {
  test('tells what was planned, done, changed and said', async () => {
    const text = textOf(await reportOf(traceText(parserRun)))
    await expect(text).toMatchFileSnapshot('golden/parser-run.txt')
  })

  test('allows its own script and style, and nothing else', async () => {
    const html = await reportOf(traceText(parserRun))
    const hashes = [...html.matchAll(/<(style|script)>(.*?)<\/\1>/gs)].map(
      ([, name, text = '']) => [name, createHash('sha256').update(text).digest('base64')] as const,
    )
    expect(hashes.map(([name]) => name)).toEqual(['style', 'script'])
    expect(html).toContain(
      `content="default-src 'none'; script-src 'sha256-${hashes[1]?.[1]}'; style-src 'sha256-${hashes[0]?.[1]}'; base-uri 'none'; form-action 'none'"`,
    )
    expect(html).not.toMatch(/ style=| on[a-z]+=|<link|@import|url\(/)
  })

  test('has the same bytes in every time zone', async () => {
    const zone = process.env['TZ']
    const first = await reportOf(demo)
    process.env['TZ'] = 'Asia/Kathmandu'
    try {
      expect(await reportOf(demo)).toBe(first)
    } finally {
      process.env['TZ'] = zone
    }
  })

  test('says of a checklist without steps whether its entries were invalid', async () => {
    const entries = (at: number, ...sent: readonly object[]): ReturnType<typeof updated> =>
      updated(at, { sessionUpdate: 'plan', entries: sent })
    const report = async (...sent: readonly object[]): Promise<string> =>
      textOf(await reportOf(traceText([...opened(), entries(500, ...sent), ...rested(1000)])))
    expect(await report({ at: 5 })).toContain('No step could be read: see the problems.')
    expect(await report()).toContain('This plan has no steps yet.')
  })

  test('takes 55 KB and its content', async () => {
    const html = await reportOf(traceText([...opened(), ...rested(1000)]))
    expect(html.length).toBeLessThan(55_000)
  })

  test('shows the run at a moment', async () => {
    const text = textOf(await reportOf(traceText(parserRun), '--at 5 --title "At five"'))
    expect(text).toContain('At five')
    expect(text).toContain('1 of 2 done')
    expect(text).not.toContain('revision 3')
  })

  test('says why there is no plan', async () => {
    expect(textOf(await reportOf(traceText([...opened(), ...rested(1000)])))).toContain('No plan came.')
  })

  test('names each plan once, whatever the agent calls it', async () => {
    const plan = (id: string, t: number): ReturnType<typeof updated> =>
      updated(t, { sessionUpdate: 'plan_update', plan: { type: 'markdown', id, content: `# ${t}` } })
    const html = await reportOf(
      traceText([
        ...opened(),
        plan('a b', 600),
        plan('a/b', 700),
        plan('plan', 800),
        planned(900, '. One'),
        ...rested(1000),
      ]),
    )
    expect([...html.matchAll(/ id="plan=([^"&]*)"/g)].map(([, name]) => name)).toEqual([
      'a-b',
      'a-b-2',
      'plan',
      'plan-2',
    ])
  })
})

test('what was told in a turn is kept when the next one begins', async () => {
  const said = (t: number, text: string): ReturnType<typeof updated> =>
    updated(t, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
  const asked = { jsonrpc: '2.0', id: 3, method: 'session/prompt' }
  const prompt = {
    ...asked,
    params: { sessionId: 'session-1', prompt: [{ type: 'text', text: 'Now the docs' }] },
  }
  const ended = JSON.stringify({ jsonrpc: '2.0', id: 2, result: { stopReason: 'max_tokens' } })
  const text = textOf(
    await reportOf(
      traceText([
        ...opened(),
        said(600, 'I **begin**.'),
        { t: 700, type: 'frame', dir: 'from-agent', line: ended },
        { t: 800, type: 'frame', dir: 'to-agent', line: JSON.stringify(prompt) },
        said(900, 'They are done.'),
      ]),
    ),
  )
  expect(text.slice(text.indexOf('Conversation 2'))).toMatch(
    /fix the parser 0:00 · <1s · max tokens\s+I begin \.\s+Now the docs 0:00 · not ended\s+They are done\./,
  )
})
