import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import axe from 'axe-core'
import { afterAll, describe, expect, test } from 'vitest'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import { opened, planned, rested, traceText, updated } from '../../render/trace.ts'
import { browserPath, closeBrowser, openReport, reportOf } from './open-report.ts'

afterAll(closeBrowser)

const root = path.join(import.meta.dirname, '../../..')
const demo = readFileSync(path.join(root, '.tools/picture/demo.ndjson'), 'utf8')

const looks = [
  { viewport: { width: 400, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 1400, height: 900 }, colorScheme: 'dark' },
] as const

const unfold = `for (const each of document.querySelectorAll('details')) each.open = true`

/** Tries to act in each place where an agent's words are shown. */
const attack = [
  '<img src=x onerror="pwned=1"><script>pwned=1</script>',
  '</script><script>pwned=1</script><!--<script>',
  '[a](javascript:pwned=1) [b](data:text/html,<script>pwned=1</script>) [c](https://example.com/c) <javascript:pwned=1>',
  '![d](https://example.com/d.png) ![e][f] [g][f] [h](JaVaScRiPt&colon;pwned=1) [i](file:///etc/passwd) [j](/etc/passwd)',
  '[f]: vbscript:pwned=1',
  '<style>*{background:url(https://example.com/x)}</style><base href="https://example.com"><meta http-equiv=refresh content="0;url=https://example.com">',
  '<form action=https://example.com><input autofocus onfocus=pwned=1></form><svg onload=pwned=1><iframe srcdoc="<script>parent.pwned=1</script>">',
].join('\n\n')

const hostile: readonly TraceRecord[] = [
  ...opened(),
  updated(600, { sessionUpdate: 'session_info_update', title: `${attack} \u202e\u0000` }),
  updated(700, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: attack } }),
  updated(800, { sessionUpdate: 'tool_call', toolCallId: 'c', title: attack, kind: attack, status: attack }),
  planned(1000, `> ${attack}`, '. Two', `. ${attack}`),
  planned(2000, `x ${attack}`, `> ${attack} again`),
  updated(2500, {
    sessionUpdate: 'plan_update',
    plan: { type: 'markdown', id: '"><script>pwned=1</script>', content: `# ${attack}\n\n${attack}` },
  }),
  updated(2600, {
    sessionUpdate: 'plan_update',
    plan: { type: 'markdown', id: '"><script>pwned=1</script>', content: attack },
  }),
  updated(2700, {
    sessionUpdate: 'plan_update',
    plan: { type: '<script>pwned=1</script>', id: '__proto__', a: attack },
  }),
  updated(2800, {
    sessionUpdate: 'plan_update',
    plan: { type: 'file', id: 'constructor', uri: `javascript:${attack}` },
  }),
  ...rested(9000),
]

describe.skipIf(browserPath === null)('a report in a browser', () => {
  test.each(looks)('fits, asks for nothing, and axe-core finds nothing: %o', async (look) => {
    const { page, said } = await openReport(await reportOf(demo), look)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.evaluate(unfold)
    await page.evaluate(axe.source)
    const violations = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
    )
    expect(violations).toEqual([])
    expect(said).toEqual([])
  })

  test('reads without JavaScript', async () => {
    const { page } = await openReport(await reportOf(demo), {
      javaScriptEnabled: false,
      fragment: '#plan=plan',
    })
    expect(await page.locator('.plan').count()).toBe(4)
    expect(await page.locator('search').isVisible()).toBe(false)
    await page.getByText('What changed in each revision').first().click()
    expect(await page.locator('.changes').first().innerText()).toContain('revision 8 0:27 1 step gone')
  })

  test('what an agent has written does nothing', async () => {
    const { page, said } = await openReport(await reportOf(traceText(hostile)))
    await page.evaluate(unfold)
    await page.keyboard.press('[')
    await expect.poll(() => page.locator('.diff li').count()).toBeGreaterThan(0)
    expect(said).toEqual([])
    expect(await page.evaluate(`'pwned' in globalThis`)).toBe(false)
    const acting = 'img, iframe, object, embed, form, base, link, svg [href], main input:not([type=range])'
    expect(await page.locator(acting).count()).toBe(0)
    expect(await page.locator('script').count()).toBe(2)
    const targets = await page.evaluate(
      `[...document.querySelectorAll('a:not([href^="#"])')].map(({ protocol, hostname }) => protocol + hostname)`,
    )
    expect(new Set(targets as string[])).toEqual(
      new Set(['https:agentclientprotocol.com', 'https:example.com']),
    )
    // The attacks are there, as text.
    expect(await page.locator('main').innerText()).toContain('<script>pwned=1</script>')
  })

  test('links lead to a moment, and keys move through the revisions', async () => {
    const { page } = await openReport(await reportOf(demo), { fragment: '#plan=plan&revision=4' })
    const said = page.locator('.scrubber output').first()
    expect(await said.innerText()).toContain('Revision 4 of ')
    await page.keyboard.press(']')
    await expect.poll(() => said.innerText()).toContain('Revision 5 of ')
    expect(new URL(page.url()).hash).toBe('#plan=plan&revision=5')
    await page.locator('.scrubber select').first().selectOption({ index: 1 })
    await expect.poll(() => new URL(page.url()).hash).toBe('#plan=plan&revision=5&with=1')
    await page.evaluate(`location.hash = '#plan=plan&revision=2'`)
    await expect.poll(() => said.innerText()).toContain('Revision 2 of ')
  })

  test('is searched', async () => {
    const { page } = await openReport(await reportOf(demo))
    await page.keyboard.press('/')
    await page.keyboard.type('Rename parse')
    // The page is searched while it is typed, too.
    await expect.poll(() => page.locator('.step:visible').count()).toBe(1)
    expect(await page.locator('#found').innerText()).toMatch(/^\d+ found$/)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.step:visible').count()).toBeGreaterThan(5)
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').innerText()).toContain('a later revision')
  })

  test('opens with 3,000 steps, and with 1,000 revisions, of which each is shown', async () => {
    const step = (index: number, done: number): string => `${index < done ? 'x' : '.'} Step ${index}`
    const steps = Array.from({ length: 3000 }, (_, index) => step(index, 1500))
    const long = await openReport(
      await reportOf(traceText([...opened(), planned(1000, ...steps), ...rested(2000)])),
    )
    expect(await long.page.locator('.step').count()).toBe(3000)
    await long.page.locator('.step').last().scrollIntoViewIfNeeded()
    await expect.poll(() => long.page.locator('.step').last().innerText()).toContain('Step 2999')
    const revisions = Array.from({ length: 1000 }, (_, at) =>
      planned(
        1000 + at * 2000,
        ...Array.from({ length: 40 }, (_, index) => step(index, at / 25)),
        `. Round ${at}`,
      ),
    )
    const file = await reportOf(traceText([...opened(), ...revisions]))
    expect(statSync(file).size).toBeLessThan(500_000)
    const { page } = await openReport(file, { fragment: '#plan=plan&revision=500&with=1' })
    expect(await page.locator('.scrubber output').innerText()).toMatch(/^Revision 500 of 1000, 16:39: /)
    expect(await page.locator('.diff .added').innerText()).toContain('Round 499')
    expect(await page.locator('.diff .gone').innerText()).toContain('Round 0')
  })

  test('is printed with all that is folded', async () => {
    const { page } = await openReport(await reportOf(demo))
    const folded = await page.pdf()
    expect(folded.subarray(0, 5).toString()).toBe('%PDF-')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.turn').first().locator('.call, .markdown').first().isVisible()).toBe(true)
    expect(await page.locator('nav').isVisible()).toBe(false)
  })
})
