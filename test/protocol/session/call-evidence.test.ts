import { describe, expect, test } from 'vitest'
import { readCallEvidence } from '../../../src/protocol/session/call-evidence.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'

const exitOf = (update: Readonly<Record<string, unknown>>): number | undefined =>
  readCallEvidence(update)?.exit

const text = (words: string): readonly unknown[] => [
  { type: 'content', content: { type: 'text', text: words } },
]

/** As @qwen-code/qwen-code 0.15.10 sends it. */
function report(output: string, exit: number): Readonly<Record<string, unknown>> {
  const lines = `Output: ${output}\nError: (none)\nExit Code: ${exit}\nSignal: 0\nProcess Group PGID: 26560`
  const content = text(`Command: npm test\nDirectory: (root)\n${lines}`)
  return { status: 'completed', rawOutput: output, content }
}

describe('how a command ended is read where each agent tells it', () => {
  const results = 'Here are the results from executing the command.\n'

  test.each<[string, Readonly<Record<string, unknown>>, number | undefined]>([
    ['codex', { status: 'failed', _meta: { terminal_exit: { exit_code: 3, signal: null } } }, 3],
    ['codex, success', { status: 'completed', _meta: { terminal_exit: { exit_code: 0 } } }, 0],
    [
      'codex, by a signal',
      { status: 'failed', _meta: { terminal_exit: { exit_code: null, signal: 'SIGKILL' } } },
      undefined,
    ],
    ['claude', { status: 'failed', rawOutput: 'Exit code 3\nboom' }, 3],
    ['claude, success', { status: 'completed', rawOutput: 'ok' }, undefined],
    ['an output that quotes one', { status: 'completed', rawOutput: 'Exit code 3\nboom' }, undefined],
    ['nanocoder', { status: 'completed', rawOutput: 'EXIT_CODE: 3\nSTDERR:\nboom\n\nSTDOUT:\n' }, 3],
    ['nanocoder, success', { status: 'completed', rawOutput: 'EXIT_CODE: 0\nok\n' }, 0],
    ['mastracode', { status: 'completed', rawOutput: 'boom\n\nExit code: 3' }, 3],
    ['mastracode, without an output', { status: 'completed', rawOutput: 'Exit code: 3' }, 3],
    ['an output that quotes success', { status: 'completed', rawOutput: 'Exit code: 0' }, undefined],
    ['an output with one in its middle', { status: 'completed', rawOutput: 'Exit code: 3\nok' }, undefined],
    ['kimi', { status: 'failed', rawOutput: 'boom\nCommand failed with exit code: 3.' }, 3],
    ['qwen', { status: 'failed', rawOutput: { outcome: 'failed', exitCode: 3, output: 'boom' } }, 3],
    ['qwen 0.15, in its report', report('boom', 3), 3],
    ['qwen 0.15, success', report('Exit Code: 3\nSignal: 0', 0), 0],
    ['an output that ends like a report', { content: text('ok\nExit Code: 3\nSignal: 0') }, undefined],
    [
      'oh-my-pi',
      { status: 'failed', rawOutput: { content: [], details: { exitCode: 3 }, isError: true } },
      3,
    ],
    [
      'codebuddy',
      { status: 'completed', rawOutput: {}, _meta: { 'codebuddy.ai/rawResponse': { exitCode: 3 } } },
      3,
    ],
    ['grok', { status: 'completed', rawOutput: { type: 'Bash', exit_code: 3, signal: null } }, 3],
    ['grok, while it runs', { status: 'in_progress', rawOutput: { type: 'Bash', exit_code: 0 } }, undefined],
    [
      'agents in Python',
      { status: 'completed', rawOutput: { stdout: '', stderr: 'boom', returncode: 3 } },
      3,
    ],
    ['goose', { status: 'failed', rawOutput: { stdout: '', stderr: 'boom', exit_code: 3 } }, 3],
    ['opencode', { status: 'completed', rawOutput: { output: 'boom', metadata: { exit: 3 } } }, 3],
    [
      'copilot',
      {
        status: 'completed',
        rawOutput: { contents: [{ type: 'text' }, { type: 'shell_exit', exitCode: 3, cwd: '/' }] },
      },
      3,
    ],
    [
      'copilot, in its text',
      { status: 'completed', rawOutput: { content: 'boom\n<shellId: 1 completed with exit code 3>' } },
      3,
    ],
    [
      'kiro',
      {
        status: 'completed',
        rawOutput: { items: [{ Text: 'a' }, { Json: { exit_status: 'exit status: 3', stderr: 'boom' } }] },
      },
      3,
    ],
    [
      'kiro, by a signal',
      { rawOutput: { items: [null, { Json: { exit_status: 'signal: 9 (SIGKILL)' } }, { Json: 3 }] } },
      undefined,
    ],
    [
      'auggie',
      { rawOutput: { output: `${results}<return-code>\n3\n</return-code>\n<output>\nboom\n</output>` } },
      3,
    ],
    ['an output that quotes it', { rawOutput: { output: `> ${results}<return-code>\n3\n` } }, undefined],
    ['gemini', { status: 'completed', content: [] }, undefined],
    [
      'what is no number',
      { rawOutput: { exitCode: '3', metadata: { exit: 1.5 }, details: null } },
      undefined,
    ],
  ])('%s', (_, update, exit) => expect(exitOf(update)).toBe(exit))
})

test('the command line, as a text or in words', () => {
  expect(readCallEvidence({ rawInput: { command: 'npm test' } })?.command).toBe('npm test')
  const inWords = (...command: readonly string[]): unknown =>
    readCallEvidence({ rawInput: { command } })?.command
  expect(inWords('npm', 'test')).toBe('npm test')
  expect(inWords('rm', 'a b', '*')).toBe("rm 'a b' '*'")
  expect(inWords('/bin/bash', '-lc', 'npm test && ls')).toBe('npm test && ls')
  expect(inWords('./bash', '-lc', 'npm test')).toBe("./bash -lc 'npm test'")
  expect(inWords('bash', '-c', 'echo $0', 'a')).toBe("bash -c 'echo $0' a")
  expect(readCallEvidence({ rawInput: { command: ' ' } })).toBeUndefined()
  expect(readCallEvidence({ rawInput: { command: [1] } })).toBeUndefined()
})

test('what an editor of texts is told to do is no command', () => {
  expect(readCallEvidence({ rawInput: { command: 'str_replace', path: '/a' } })).toEqual({ paths: ['/a'] })
  expect(readCallEvidence({ rawInput: { command: 'create' } })?.command).toBe('create')
})

test('an input that is JSON text is read as its value', () => {
  const update = {
    sessionUpdate: 'tool_call',
    toolCallId: 't',
    rawInput: ' {"command":"npm test","path":"/a"}',
  }
  const [event] = readSessionUpdate({ update }).events
  expect(event).toMatchObject({ evidence: { command: 'npm test', paths: ['/a'] } })
})

test('files from locations and diffs, else from the input', () => {
  const diff = { type: 'diff', path: '/a', oldText: 'one', newText: 'two' }
  expect(readCallEvidence({ locations: [{ path: '/b' }, { path: '/b' }, 7], content: [diff] })).toEqual({
    paths: ['/a', '/b'],
    diffs: [{ path: '/a', oldText: 'one', newText: 'two' }],
  })
  const named = { type: 'diff', path: 'src/b', newText: 'two' }
  expect(readCallEvidence({ locations: [{ path: '/a/src/b' }], content: [named] })).toEqual({
    paths: ['/a/src/b'],
    diffs: [{ path: '/a/src/b', oldText: null, newText: 'two' }],
  })
  expect(readCallEvidence({ rawInput: { file_path: '/c' } })).toEqual({ paths: ['/c'] })
  expect(readCallEvidence({ content: [{ type: 'diff', path: '/new', newText: 'x' }] })?.diffs).toEqual([
    { path: '/new', oldText: null, newText: 'x' },
  ])
  const deleted = { type: 'diff', path: '/old', oldText: 'x', newText: null }
  expect(readCallEvidence({ content: [deleted, { type: 'diff', path: '/none' }] })?.diffs).toEqual([
    { path: '/old', oldText: 'x', newText: '' },
  ])
})

test('an update that tells nothing, or nonsense', () => {
  for (const value of [undefined, null, 1, 'x', [], [null], {}, { content: {} }])
    expect(
      readCallEvidence({ locations: value, content: value, rawInput: value, rawOutput: value, _meta: value }),
    ).toBeUndefined()
})
