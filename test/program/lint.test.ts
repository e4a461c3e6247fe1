import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { lintRules } from '../../src/app/lint/lint-rules.ts'
import { fromAgent, plan, planUpdate, trace, turnEnd, update } from '../app/lint/lint-lines.ts'
import { configured } from '../support/configured.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { readXml } from '../support/formats/xml.ts'
import { openInProcess } from '../support/in-process-app.ts'
import { runApp, runHere } from '../support/run-app.ts'
import { agentScript } from './lint-agent.ts'

function traceFile(content: string | Buffer): string {
  const folder = emptyFolder()
  const file = path.join(folder, 'run.ndjson')
  writeFileSync(file, content)
  return file
}

const withFindings = trace(
  {},
  fromAgent('Listening\u001b[2J ::warning::on 100%'),
  plan('in_progress One', 'in_progress Two'),
  plan('in_progress One', 'in_progress Two'),
  planUpdate({ type: 'file', planId: 'p', uri: 'plan.md' }),
).join('\n')

test('a recording with findings, as text', async () => {
  const file = traceFile(withFindings)
  const { stdout, code } = await runHere({ args: ['lint', file] })
  await expect(stdout.replaceAll(file, 'run.ndjson')).toMatchFileSnapshot('golden/lint.txt')
  expect(code).toBe(1)
})

test.each([[''], ['{"t":1,"event":{"type":"rewound"}}\n']])(
  'a recording without a message is not clean: nothing was checked',
  async (rest) => {
    const file = traceFile(`{"trace":"acp-plan-tui","version":1}\n${rest}`)
    const { stdout, stderr, code } = await runHere({ args: ['lint', file] })
    expect(stdout).toContain('nothing in 0 messages')
    expect(stderr).toContain('has no message in it: there was nothing to check\n')
    expect(code).toBe(4)
  },
)

test('one message is counted as one; --record does not go with lint, and how it does', async () => {
  const file = traceFile('{"jsonrpc":"2.0","method":"_x/hello","params":{}}\n')
  const { stdout } = await runHere({ args: ['lint', file] })
  expect(stdout).toMatch(/ in 1 message$/m)
  const run = await runHere({ args: ['lint', '--record', 'x', '--prompt', 'go', '--', 'agent'] })
  expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('--record does not go with lint')])
  expect(run.stderr).toContain('acp-plan-tui lint run.ndjson')
})

test('as annotations of a workflow: nothing that an agent writes begins a command', async () => {
  const file = traceFile(withFindings)
  const { stdout } = await runHere({ args: ['lint', file, '--format', 'github'] })
  await expect(stdout.replaceAll(file, 'run.ndjson')).toMatchFileSnapshot('golden/lint-github.txt')
})

test('as JSON, also of a pipe', async () => {
  const { stdout, code } = await runApp({ args: ['lint', '-', '--format=json'], stdin: withFindings })
  const document = JSON.parse(stdout) as Readonly<Record<string, unknown>>
  expect(document).toMatchObject({
    lint: 'acp-plan-tui',
    version: 1,
    name: 'standard input',
    frames: 9,
    counts: { error: 2, warning: 1, note: 2 },
  })
  expect(document['findings']).toContainEqual(
    expect.objectContaining({
      rule: 'file-uri-relative',
      severity: 'error',
      direction: 'from-agent',
      frame: 6,
      line: 10,
      path: 'params.update.plan.uri',
      seen: 'the URI “plan.md”',
    }),
  )
  expect(code).toBe(1)
})

describe('the exit status', () => {
  const doubtful = trace(
    {},
    plan('in_progress One', 'pending Two'),
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Done.' } }),
    plan('completed One', 'completed Two'),
    turnEnd,
  ).join('\n')
  const warning = trace({}, plan('pending One')).join('\n')
  test.each([
    ['errors fail', withFindings, [], 1],
    ['errors fail where warnings do', withFindings, ['--fail-on', 'warning'], 1],
    ['nothing fails', withFindings, ['--fail-on', 'never'], 0],
    ['a warning is no error', warning, [], 0],
    ['a warning fails if wanted', warning, ['--fail-on', 'warning'], 1],
    ['a note fails if wanted', doubtful, ['--fail-on', 'note'], 1],
    ['a note is no warning', doubtful, ['--fail-on', 'warning'], 0],
    ['a rule fails at its own level', doubtful, ['--rule', 'never-begun=error'], 1],
    ['a rule that is off fails nothing', doubtful, ['--rule', 'never-begun=off', '--fail-on', 'note'], 0],
    [
      'a rule that is less severe does not fail',
      warning,
      ['--rule=request-unanswered=note', '--fail-on=warning'],
      0,
    ],
  ] as const)('%s', async (_, content, args, status) => {
    expect(await runHere({ args: ['lint', traceFile(content), ...args] })).toMatchObject({ code: status })
  })

  test.each([
    ['an empty file', '', /run\.ndjson: it is empty/],
    ['a binary file', Buffer.from([0, 1, 2, 3, 0, 255]), /it is a binary file/],
    ['a text', 'Hello\nWorld\n', /nothing in it is a trace/],
    ['half-written JSON', '{"t":0,"in":{"jsonr', /nothing in it is a trace/],
  ])('4 for %s, which is no recording', async (_, content, why) => {
    const { code, stderr } = await runHere({ args: ['lint', traceFile(content)] })
    expect(stderr).toMatch(why)
    expect(code).toBe(4)
  })

  test.each([
    [['lint'], /lint needs a recording or an agent/],
    [['lint', 'a', 'b'], /lint takes one recording, but 2 were given/],
    [['lint', 'a', '--prompt', 'x'], /--prompt needs an agent/],
    [['lint', 'a', '--format', 'tui'], /--format cannot be “tui”/],
    [['lint', 'a', '--fail-on', 'info'], /--fail-on cannot be “info”/],
    [['lint', '--rules', 'a'], /--rules lists the rules/],
    [['lint', 'a', '--', 'agent'], /a recording or an agent, not both/],
    [['lint', 'a', '-a', 'claude'], /a recording or an agent, not both/],
    [['lint', '-a', 'claude', '--', 'agent'], /--agent and a command after -- /],
    [['lint', '-a', 'claude'], /lint needs a prompt for the agent/],
    [['lint', '--'], /no agent command was given/],
    [['lint', '--', 'agent'], /lint needs a prompt for the agent/],
    [['replay', 'a', '--fail-on', 'never'], /--fail-on belongs to the command lint/],
  ])('2 for %j', async (args, why) => {
    const { code, stderr } = await runHere({ args })
    expect(stderr).toMatch(why)
    expect(code).toBe(2)
  })
})

test('the rules, as text and as JSON', async () => {
  const { stdout, code } = await runHere({ args: ['lint', '--rules'] })
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n')).toHaveLength(lintRules.length)
  const json = await runHere({ args: ['lint', '--rules', '--format', 'json'] })
  expect((JSON.parse(json.stdout) as readonly { id: string }[]).map(({ id }) => id)).toEqual(
    lintRules.map(({ id }) => id),
  )
})

describe('an agent', () => {
  test('is run with the prompt, and what passed is checked', async () => {
    const { stdout, code } = await runApp({
      args: ['lint', '--prompt', 'Go'],
      command: [process.execPath, '-e', agentScript('plan.md')],
    })
    expect(stdout).toMatch(/^error file-uri-relative/m)
    expect(stdout).toMatch(/1 error in 7 messages/)
    expect(code).toBe(1)
  })

  test('that does nothing wrong gives 0', async () => {
    const { stdout, code } = await runApp({
      args: ['lint', '--prompt', 'Go'],
      command: [process.execPath, '-e', agentScript('file:///plan.md')],
    })
    expect(stdout).toMatch(/nothing in 7 messages/)
    expect(code).toBe(0)
  })

  test('that cannot be started gives 4', async () => {
    const { stdout, code } = await runApp({ args: ['lint', '--prompt', 'Go'], command: ['/no/such/agent'] })
    expect(stdout).toBe('')
    expect(code).toBe(4)
  })

  test.each([
    ['ends at once', 'process.exit(1)', '', /ended with status 1/],
    [
      'dies in its turn',
      agentScript('file:///plan.md').replace(
        "method === 'session/prompt'",
        "process.exit(3) || method === ''",
      ),
      /1 warning in 5 messages/,
      /ended with status 3/,
    ],
  ])('that %s was not checked: 4', async (_, script, lines, why) => {
    const { stdout, stderr, code } = await runApp({
      args: ['lint', '--prompt', 'Go'],
      command: [process.execPath, '-e', script],
    })
    expect(stdout).toMatch(lines)
    expect(stderr).toMatch(why)
    expect(code).toBe(4)
  })
})

test.each([
  [['lint'], 1],
  [['replay', '--format', 'text'], 0],
  [['render', '-o', 'a.md'], 0],
])('%j of a pipe that nobody writes to tells so, and reads it when somebody does', async (args, code) => {
  const folder = emptyFolder()
  const pipe = path.join(folder, 'pipe')
  spawnSync('mkfifo', [pipe])
  const inFolder = args.map((arg) => (arg === 'a.md' ? path.join(folder, arg) : arg))
  const screen = await openInProcess({ args: [...inFolder, pipe], columns: 100, rows: 40 })
  await screen.pass(2000)
  expect(screen.scrollback()).toContain('pipe: waiting for what is written to it')
  writeFileSync(pipe, withFindings)
  expect(await screen.exit()).toMatchObject({ code })
})

test.each(['1', '2'])('the demo agent breaks no rule of version %s', async (version) => {
  const agent = ['--', process.execPath, path.resolve('dist/demo-agent.js'), 'file', '--speed', 'max']
  const { stdout, code } = await runApp({ args: ['lint', '--protocol', version, '--prompt', 'Go', ...agent] })
  expect(stdout).not.toMatch(/^error /m)
  expect(code).toBe(0)
})

test('a level has one name in what is typed and in what is told', async () => {
  const { stdout } = await runHere({ args: ['lint', '--rules'] })
  expect(stdout).toMatch(/^sent-again +note /m)
  expect(stdout).not.toMatch(/\binfo\b/)
})

test.each([
  ['mine=error', 'there is no rule “mine”', '`lint --rules` lists them all.'],
  ['never-begin=error', 'there is no rule “never-begin”', 'Did you mean never-begun?'],
  ['stale=loud', 'is no ID=LEVEL', 'For example `--rule stale=off`; LEVEL is error, warning, note or off.'],
])('--rule %s is wrong usage', async (rule, message, hint) => {
  const { stderr, code } = await runHere({ args: ['lint', 'run.ndjson', '--rule', rule] })
  expect(stderr).toContain(message)
  expect(stderr).toContain(hint)
  expect(code).toBe(2)
})

describe('levels by rule in the configuration', () => {
  const recording = (): string => traceFile(withFindings)
  const withConfig = async (config: string, ...args: readonly string[]): ReturnType<typeof runHere> =>
    runHere({ args, env: configured(config) })
  const levels = '{"lint": {"rules": {"stdout-junk": "off", "file-uri-relative": "note"}}}'

  test('hold without --rule, which wins', async () => {
    const found = await withConfig(levels, 'lint', recording())
    expect(found.code).toBe(0)
    expect(found.stdout).not.toContain('stdout-junk')
    expect(found.stdout).toContain('note file-uri-relative')
    expect(await withConfig(levels, 'lint', recording(), '--rule', 'stdout-junk=error')).toMatchObject({
      code: 1,
    })
  })

  test('are listed by config, with their lines', async () => {
    const { stdout, code } = await withConfig(levels.replace(', "file', ',\n"file'), 'config')
    expect(stdout).toMatch(/^lint\.rules\.stdout-junk +off +file, line 1$/m)
    expect(stdout).toMatch(/^lint\.rules\.file-uri-relative +note +file, line 2$/m)
    expect(code).toBe(0)
    expect((await withConfig(levels, 'config', '--json')).stdout).toContain(
      '"lint":[{"rule":"stdout-junk","level":"off","line":1}',
    )
  })

  test.each([
    ['{"lint": 1}', ':1:10 “lint” has a wrong value', 'for example {"rules": {"stale": "off"}}'],
    ['{"lint": {"rule": {}}}', ':1:11 there is no setting “rule” of lint', 'Did you mean “rules”?'],
    ['{"lint": {"rules": []}}', ':1:20 “rules” has a wrong value', 'It must be an object'],
    [
      '{"lint": {"rules": {\n "never-begin": "off"}}}',
      ':2:2 there is no rule “never-begin”',
      'Did you mean never-begun?',
    ],
    [
      '{"lint": {"rules": {"stale": "info"}}}',
      ':1:30 “stale” has a wrong value',
      'It must be error, warning, note or off.',
    ],
  ])('%s is told with its place', async (config, message, hint) => {
    for (const args of [['lint', recording()], ['config']]) {
      const { stdout, stderr, code } = await withConfig(config, ...args)
      expect(`${stdout}${stderr}`).toContain(`config.json${message}`)
      expect(`${stdout}${stderr}`).toContain(hint)
      expect(code).toBe(2)
    }
  })
})

describe('in CI', () => {
  test.each(['junit', 'sarif', 'gitlab'] as const)('%s', async (format) => {
    const file = traceFile(withFindings)
    const { stdout, code } = await runHere({ args: ['lint', file, '--format', format] })
    expect(code).toBe(1)
    const shown = stdout
      .replaceAll(encodeURI(file), 'run.ndjson')
      .replace(/"version":"\d[\d.]*","rules"/, '"rules"')
    const document = format === 'junit' ? shown : JSON.stringify(briefly(JSON.parse(shown)), null, 2)
    await expect(document).toMatchFileSnapshot(`golden/lint-${format}.txt`)
  })

  test('junit is XML, whatever an agent writes', async () => {
    const hostile = fromAgent('Busy \u0001\u000b\ufffe\uffff\ud800 ]]> <&">')
    const { stdout } = await runHere({
      args: ['lint', traceFile(trace({}, hostile).join('\n')), '--format', 'junit'],
    })
    const [declaration, ...document] = stdout.split('\n')
    expect(declaration).toBe('<?xml version="1.0" encoding="UTF-8"?>')
    const [suite] = readXml(document.join('\n')).children.filter((child) => typeof child !== 'string')
    expect(suite?.attributes.get('failures')).toBe('1')
    expect(stdout).toContain('\ufffd')
    expect(stdout).toContain(']]&gt; &lt;&amp;')
  })

  test('ten annotations of a level, the severest first, and all findings in the summary of the job', async () => {
    const summary = traceFile('# Before\n').replace('run.ndjson', 'summary.md')
    const junk = Array.from({ length: 30 }, (_, at) => fromAgent(`{"junk|": ${at}`))
    const file = traceFile(trace({}, plan('pending One'), plan('pending One'), ...junk).join('\n'))
    const env = { GITHUB_STEP_SUMMARY: summary }
    const { stdout } = await runHere({ args: ['lint', file, '--format', 'github'], env })
    const lines = stdout.split('\n')
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10)
    expect(lines[0]).toMatch(/^::error/)
    expect(lines.at(-2)).toContain('20 more are in the summary of the job')
    const table = readFileSync(summary, 'utf8')
    expect(table.match(/\| error \| stdout-junk \|/g)).toHaveLength(30)
    expect(table).not.toContain('{"junk|"')
  })
})

describe('a baseline', () => {
  test('puts off what is known: what is more fails, and what is less is told', async () => {
    const baseline = traceFile('').replace('run.ndjson', 'baseline.json')
    const lint = async (content: string, ...args: readonly string[]): ReturnType<typeof runHere> =>
      await runHere({
        args: ['lint', traceFile(content), '--baseline', baseline, '--fail-on', 'note', ...args],
      })
    const once = trace({}, plan('pending One'), plan('pending One')).join('\n')
    const twice = trace({}, plan('pending One'), plan('pending One'), plan('pending One')).join('\n')
    expect(await lint(once)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--write-baseline') as string,
    })
    expect(await lint(once, '--write-baseline')).toMatchObject({ code: 0 })
    expect(readFileSync(baseline, 'utf8')).toBe(
      '{\n  "baseline": "acp-plan-tui lint",\n  "version": 1,\n  "agents": {\n    "program": {\n      "request-unanswered": 1,\n      "sent-again": 1\n    }\n  }\n}\n',
    )
    const known = await lint(once)
    expect([known.code, known.stderr]).toEqual([0, expect.stringContaining('2 findings of program put off')])
    const more = await lint(twice)
    expect([more.code, more.stdout]).toEqual([1, expect.stringContaining('2 notes')])
    const none = trace({}, plan('pending One'), turnEnd).join('\n')
    const less = await lint(none)
    expect([less.code, less.stderr]).toEqual([2, expect.stringContaining('--prune-baseline')])
    expect(await lint(twice, '--prune-baseline')).toMatchObject({ code: 1 })
    expect((await lint(none, '--prune-baseline')).code).toBe(0)
    expect(readFileSync(baseline, 'utf8')).toContain('"agents": {}')
  })

  test.each([
    ['{}', 'it is no baseline of lint'],
    ['{"baseline":"acp-plan-tui lint","version":2}', 'its version is unknown'],
    [
      '{"baseline":"acp-plan-tui lint","version":1,"agents":{"a":{"stale":-1}}}',
      'is not a whole number above 0',
    ],
  ])('%s is refused', async (content, says) => {
    const { code, stderr } = await runHere({
      args: ['lint', traceFile(withFindings), '--baseline', traceFile(content)],
    })
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)])
  })

  test('is named before it is written', async () => {
    const { code, stderr } = await runHere({ args: ['lint', 'run.ndjson', '--write-baseline'] })
    expect([code, stderr]).toEqual([2, expect.stringContaining('the file of the baseline is not named')])
  })
})

/** The document without the long texts of the rules. */
function briefly(document: unknown): unknown {
  const [run] =
    (document as { readonly runs?: readonly { tool: { driver: { rules: unknown[] } } }[] }).runs ?? []
  run?.tool.driver.rules.splice(2)
  return document
}
