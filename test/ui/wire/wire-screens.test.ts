import { wireMoved } from '../../../src/ui/input/panels/act-in-wire.ts'
import { describe, expect, test } from 'vitest'
import { WireLog, sourceOfLog } from '../../../src/app/wire/wire-log.ts'
import { rowWidth } from '../../../src/lib/cells/row.ts'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import { loadedWirePanel } from './loaded-readers.ts'
import { entries, exchange, line, loggedAll, update } from '../../app/wire/wire-lines.ts'
import { observed } from '../../recordings/read-recording.ts'
import { dark, plainAscii, ShownScreen, type ShowOptions } from '../stack/shown-screen.ts'
import { perPlan } from '../per-plan.ts'

/** After the exchange, the plan changes twice and the agent asks something that waits. */
const records: readonly TraceRecord[] = [
  ...exchange,
  update(10_000, 'plan', {
    entries: [...entries('completed'), { content: 'New', priority: 'low', status: 'pending' }],
  }),
  update(11_000, 'plan_update', {
    plan: { type: 'markdown', planId: 'design', content: '# Design\n\nOne tokenizer.' },
  }),
  line(
    'from-agent',
    { id: 7, method: 'session/request_permission', params: { sessionId: 's1', options: [] } },
    12_000,
  ),
]
const nowMs = 43_000

function screenOf(of: readonly TraceRecord[], options: ShowOptions = {}, log = loggedAll(of)): ShownScreen {
  const wire = loadedWirePanel(sourceOfLog(log))
  return new ShownScreen(observed(of), { nowMs, wire, ...options })
}

/** A key for each letter. */
const typed = (text: string): readonly string[] => Array.from(text)

const sizes = [
  [20, 5],
  [40, 12],
  [80, 24],
  [160, 50],
] as const

const scenes: Readonly<Record<string, readonly string[]>> = {
  'wire-list': ['i'],
  'wire-filtered': ['i', '/', ...typed('!kind:chunks dir:in'), 'enter', 'k'],
  'wire-fault': ['i', '/', ...typed('plan foo:bar')],
  'wire-none': ['i', '/', ...typed('nowhere'), 'enter'],
  'wire-opened': ['i', 'g', 'enter', 'j', 'j', 'j', 'enter'],
  'wire-raw': ['i', 'g', 'enter', 'v'],
  'wire-found': ['i', 'k', 'k', 'enter', '/', ...typed('status'), 'enter', 'n'],
}

describe('the wire panel', () => {
  for (const [columns, rows] of sizes)
    test.each(Object.keys(scenes))(`%s at ${columns}x${rows}`, async (name) => {
      const screen = screenOf(records, { columns, rows }).press(...(scenes[name] ?? []))
      expect(screen.rows).toHaveLength(rows)
      expect(screen.rows.filter((each) => rowWidth(each) > columns)).toEqual([])
      await expect(`${screen.text}\n`).toMatchFileSnapshot(`../golden/${name}.${columns}x${rows}.txt`)
    })

  test('is ASCII in a terminal that knows nothing else, but for what the agent wrote', () => {
    for (const keys of Object.values(scenes))
      expect(screenOf(records, { theme: plainAscii }).press(...keys).text).toMatch(/^[\x20-\x7e\n␛]*$/)
  })

  test('names the method in a message of a chain of proxies, where there is one', () => {
    const params = { method: 'session/prompt', params: { sessionId: 's1' } }
    const shown = screenOf([
      line('to-agent', { id: 1, method: '_proxy/initialize', params: {} }, 1000),
      line('from-agent', { id: 2, method: 'proxy/successor', params }, 2000),
      line('from-agent', { method: '_proxy/successor', params: { ...params, method: 'x/\u001b[31m' } }, 3000),
      line('from-agent', { method: 'proxy/successor', params: { method: 7 } }, 4000),
    ]).press('i').text
    expect(shown).toContain('_proxy/initialize  #1')
    expect(shown).toContain('proxy/successor · session/prompt  #2')
    expect(shown).toContain('_proxy/successor · x/␛[31m')
    expect(shown).toMatch(/ proxy\/successor {2}/)
  })

  test('follows the newest message until one is selected, and again after G', () => {
    const log = loggedAll(records)
    const screen = screenOf(records, {}, log).press('i')
    const state = observed(records)
    log.append(line('from-agent', { method: 'first/news' }, 13_000))
    screen.show(state)
    expect(selected(screen)).toContain('first/news')
    screen.press('k')
    expect(selected(screen)).toContain('session/request_permission  #7')
    for (let count = 0; count < 60; count++)
      log.append(line('from-agent', { method: `more/${count}` }, 14_000))
    screen.show(state)
    expect(selected(screen)).toContain('session/request_permission  #7')
    expect(selected(screen.press('G'))).toContain('more/59')
  })

  test('keeps a long run of pieces on one row, and counts on', () => {
    const log = loggedAll(exchange.slice(0, 8))
    const state = observed(exchange.slice(0, 8))
    const screen = screenOf(exchange.slice(0, 8), {}, log).press('i')
    expect(selected(screen)).toContain('agent_message · 3 in 3.1 s')
    log.append(update(4_500, 'agent_message_chunk', { content: { type: 'text', text: 'on' } }))
    screen.show(state)
    expect(selected(screen)).toContain('agent_message · 4 in 4.0 s')
  })

  test('says how many messages were dropped', () => {
    const log = new WireLog(150_000)
    for (let count = 0; count < 9_000; count++)
      log.append(line('from-agent', { method: `m/${Math.sin(count)}` }))
    const screen = screenOf([], {}, log).press('i')
    expect(screen.text).toMatch(/[\d,]+ messages · [1-9][\d,]+ dropped/)
    screen.press('g')
    expect(selected(screen)).toContain(`m/${Math.sin(log.first)}`)
  })

  test('names no code of an error that has none', () => {
    const answered = line('from-agent', { id: 2, error: { message: 'Gone' } })
    const screen = screenOf([...records, answered]).press('i')
    expect(screen.text).toContain(': Gone')
    expect(screen.text).not.toContain('Gone (')
  })

  test('suspends the filter, and brings it back', () => {
    const screen = screenOf(records).press('i', 'F')
    expect(screen.text).toContain('There is no filter: / begins one.')
    expect(screen.press('/', ...typed('kind:plan'), 'enter').text).toContain('3 shown · F off')
    expect(screen.press('F').text).toContain('session/new')
    expect(screen.press('F').text).not.toContain('session/new')
  })

  test('closes step by step, and keeps filter and selection', () => {
    const screen = screenOf(records).press('i', '/', ...typed('kind:plan'), 'enter', 'k', 'enter')
    expect(screen.ui.wire.detail).not.toBeNull()
    expect(screen.press('escape').ui).toMatchObject({ panel: 'wire', wire: { detail: null } })
    expect(screen.press('escape').ui.panel).toBeNull()
    expect(screen.press('i').text).toContain('3 shown · F off')
    expect(selected(screen)).toContain('main · revision 2')
  })

  test('copies a message as it came, and a request with its answer', () => {
    const screen = screenOf(records).press('i', 'g', 'y', ':', ...typed('with its answer'), 'enter')
    const texts = screen.intents.map((intent) =>
      intent.type === 'copy' && intent.taken.type === 'text' ? intent.taken.text : '',
    )
    const [request, response] = exchange.map((record) => (record.type === 'frame' ? record.line : ''))
    expect(texts).toEqual([request, `${request ?? ''}\n${response ?? ''}`])
    expect(screen.press('j', ':', ...typed('with its answer'), 'enter').intents.at(-1)).toMatchObject({
      taken: { text: texts[1] },
    })
  })

  test('an opened message is copied also while the filter leaves none in the list', () => {
    const screen = screenOf(records).press('i', 'g', '/', ...typed('method:nothing'))
    screen.press('enter', 'F', 'enter', 'F')
    expect(screen.drawn.shown.main).toMatchObject({ layer: 'wire', rows: { length: 0 } })
    expect(screen.press('y').intents.at(-1)).toMatchObject({ type: 'copy', taken: { title: 'message' } })
  })

  test('folds what is in a message', () => {
    const screen = screenOf(records).press('i', 'g', 'enter')
    expect(screen.text).toContain('"protocolVersion": 1')
    expect(screen.press('c').text).not.toContain('"protocolVersion": 1')
    expect(screen.text).toContain('"params": {')
    expect(screen.press('c').text).toContain('"protocolVersion": 1')
    const folded = screen.press('enter').text
    expect(folded).not.toContain('"method"')
    expect(folded).toMatch(/› \{ … \d+ lines/)
  })

  test('shows a message of 5 MB in part, says so, and searches in it', () => {
    const list = Array.from({ length: 40_000 }, (_, at) => ({ [`k${at}`]: 'v'.repeat(100) }))
    const huge = [line('from-agent', { method: 'big/message', params: { list } })]
    const screen = screenOf(huge).press('i', 'enter')
    expect(screen.text).toContain('"method": "big/message"')
    expect(screen.press('/', ...typed('k400"'), 'enter').text).toContain('"k400":')
    expect(screen.press('escape', 'G').text).toContain('the rest is not shown: y copies the whole message')
    expect(screen.press('v', '/', ...typed('k400"'), 'enter').text).toContain('"k400":"vvv')
    expect(screen.press('escape', 'G').text).toMatch(/\d+ more characters are not shown/)
    const copied = screen.press('y').intents.at(-1)
    expect(copied?.type === 'copy' && copied.taken.type === 'text' ? copied.taken.text.length : 0).toBe(
      huge[0]?.type === 'frame' ? huge[0].line.length : -1,
    )
  })

  test('shows nothing that a terminal would obey', () => {
    const hostile: readonly TraceRecord[] = [
      line('from-agent', { method: '\u001b]0;owned\u0007', params: { '\u202ekey': '\u001b[2J\u009b' } }),
      { t: 0, type: 'stderr', line: '\u001b[31mred\u001b[0m' },
      { t: 0, type: 'frame', dir: 'from-agent', line: '\u001b[2Jno JSON' },
    ]
    const screen = screenOf(hostile).press('i')
    // oxlint-disable-next-line no-control-regex -- none may be there
    const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/
    expect(screen.text).not.toMatch(obeyed)
    expect(screen.press('g', 'enter').text).not.toMatch(obeyed)
    expect(screen.press('v').text).not.toMatch(obeyed)
    expect(screen.press('escape', '/', ...typed('a'), 'escape', 'k', 'enter').text).not.toMatch(obeyed)
  })

  test('without messages it says so', () => {
    expect(new ShownScreen(observed(records), { theme: dark }).press('i').text).toContain(
      'There are no messages to show here.',
    )
    expect(screenOf([]).press('i').text).toContain('No message has passed yet.')
    expect(screenOf([]).press('i', 'enter', 'y').text).toContain('There is no message to copy.')
  })
})

describe('a click in the wire panel', () => {
  const many = [
    ...records,
    ...Array.from({ length: 80 }, (_, at) => line('from-agent', { method: `m/${at}` }, 20_000)),
  ]

  test('a turn of the wheel goes three messages on, and in an opened one three lines', () => {
    const screen = screenOf(many, { columns: 80, rows: 24 }).press('i', 'g')
    const first = screen.ui.wire.list.selected ?? 0
    screen.pointAt(10, 10, 'wheel-down').pointAt(10, 10, 'wheel-down').pointAt(10, 10, 'wheel-up')
    expect(screen.ui.wire.list.selected).toBe(first + 3)
    expect(screen.press('enter').pointAt(10, 10, 'wheel-down').drawn.shown.main).toMatchObject({ cursor: 3 })
    // Two turns before the next frame.
    const { main } = screen.press('escape').drawn.shown
    const once = wireMoved(screen.ui, 3, main)
    const twice = once === null ? null : wireMoved(once, 3, main)
    expect(twice?.wire.list.selected).toBe(
      main.layer === 'wire' ? main.rows.numberAt((main.place?.at ?? -1) + 6) : null,
    )
  })

  test.each(sizes)(
    'selects the message of any row, which stays where it is; the second one opens it: %dx%d',
    (columns, rows) => {
      const keys = ['i', 'g', 'pagedown', 'pagedown']
      const shown = (): ShownScreen => screenOf(many, { columns, rows }).press(...keys)
      const { drawn, rows: all } = shown()
      let found = 0
      for (const row of all.keys()) {
        const { target } = drawn.placeAt(3, row)
        if (target?.type !== 'message') continue
        found += 1
        const screen = shown()
        const words = screen.text.split('\n')[row]?.slice(1)
        expect(screen.pointAt(3, row).text.split('\n')[row]).toBe(`›${words}`)
        expect(screen.ui.wire).toMatchObject({ list: { selected: target.number }, detail: null })
        expect(screen.pointAt(3, row).ui.wire.detail?.number).toBe(target.number)
      }
      expect(found).toBe(drawn.shown.main.visible)
    },
  )

  test('selects anew what messages have moved to its place', () => {
    const log = loggedAll(many)
    const screen = screenOf(many, {}, log).press('i')
    const row = screen.text.split('\n').findIndex((each) => each.includes('m/70'))
    log.append(line('from-agent', { method: 'm/last' }, 21_000))
    screen.show(observed(many))
    expect(screen.pointAt(3, row).pointAt(3, row).ui.wire.detail).not.toBe(null)
    expect(screen.text).toContain('m/71')
  })

  test('on the newest one opens it only after it was clicked, and keeps a filter that is being written', () => {
    const screen = screenOf(records).press('i', '/', ...typed('kind:plan'))
    screen.clickOn('revision 2')
    expect(screen.ui).toMatchObject({ writing: null, wire: { filter: 'kind:plan', detail: null } })
    expect(screen.clickOn('revision 2').ui.wire.detail).not.toBe(null)
  })

  test('folds and unfolds the object or list of any row of the opened message', () => {
    const screen = screenOf(records).press('i', 'g', 'enter')
    screen.clickOn('"params"')
    expect(selected(screen)).toMatch(/"params": \{ … \d+ lines/)
    expect(screen.clickOn('"params"').text).toContain('"protocolVersion": 1')
    expect(selected(screen.clickOn('"protocolVersion"'))).toContain('"protocolVersion": 1')
  })
})

describe('from a revision to its message and back', () => {
  test('I leads from the plan as it is now to its message, and r back', () => {
    const screen = screenOf(records).press('1', 'I')
    expect(selected(screen)).toContain('main · revision 2 · +1 ~1')
    const { ui } = screen.press('r')
    expect([ui.panel, perPlan(ui, 'past').size]).toEqual([null, 0])
  })

  test('from a past revision to its message, and r looks back at it', () => {
    const screen = screenOf(records).press('1', '[', 'I')
    expect(selected(screen)).toContain('main · revision 1')
    const shown = screen.press('r')
    expect(shown.ui.panel).toBeNull()
    expect(shown.text).toContain('revision 1 of 2')
  })

  test('r leads to the plan of the message, also in another tab', () => {
    const screen = screenOf(records).press('i', 'k')
    expect(selected(screen)).toContain('Design · revision 1')
    expect(screen.press('r').text).toContain('One tokenizer.')
  })

  test('a filter that could hide the message is suspended', () => {
    const screen = screenOf(records).press('1', 'i', '/', ...typed('nowhere'), 'enter', 'escape', 'I')
    expect(screen.text).toContain('filter off · F on')
    expect(selected(screen)).toContain('main · revision 2')
  })

  test('says why where there is nothing to go to', () => {
    expect(screenOf(records).press('i', 'g', 'r').text).toContain(
      'This message has made no revision of a plan.',
    )
  })

  test('says that the message was dropped', () => {
    const screen = screenOf(records, {}, new WireLog()).press('I')
    expect(screen.text).toContain('This message is not kept any more.')
  })
})

/** The row with the cursor. */
function selected(screen: ShownScreen): string {
  return screen.text.split('\n').find((each) => each.startsWith('›')) ?? ''
}
