import { jsonIn } from '../../lib/json/read-json.ts'

import type { Script } from '../script/reading/script-schema.ts'
import type { ScriptStep, ScriptSteps } from '../script/reading/step-schemas.ts'
import { planUpdate, type DemoEntry, type PlanName } from '../script/playing/updates.ts'

const esc = '\u001b'
const bel = '\u0007'

/** Texts that a terminal would execute. Each begins with a description. */
const attacks: readonly string[] = [
  `sets the clipboard ${esc}]52;c;cHduZWQ=${bel}…`,
  `sets the title ${esc}]0;pwned${bel}${esc}]2;pwned${esc}\\…`,
  `links to a script ${esc}]8;;javascript:alert(1)${esc}\\click${esc}]8;;${esc}\\…`,
  `links to a file ${esc}]8;;file:///etc/passwd${esc}\\click${esc}]8;;${esc}\\…`,
  `clears the screen ${esc}[2J${esc}[H${esc}[3J…`,
  `moves the cursor ${esc}[1;1H${esc}[10A${esc}7${esc}8…`,
  `resets the terminal ${esc}c${esc}[!p…`,
  `sends a device control string ${esc}P+q544e${esc}\\${esc}_Gi=1;AAAA${esc}\\…`,
  `asks for an answer ${esc}[6n${esc}[c${esc}[>q…`,
  `leaves the alternate screen ${esc}[?1049l${esc}[?25l${esc}[?1000h…`,
  `overwrites with CR\rOVERWRITTEN and with BS\b\b\b\b\b\b\b…`,
  `uses C1 bytes \u009b2J\u009d0;pwned\u009c\u0090q\u009c…`,
  `hides in entities &#27;[2J &#x1b;]0;pwned&#7; &#155;2J…`,
  `turns the text around \u202Egnp.exe\u202C and \u2066isolates\u2069…`,
  `floods with zero width ${'\u200B\u200D\u2060\uFEFF'.repeat(2_000)}…`,
  `lone surrogates \uD83D and \uDE80 apart…`,
  `tab\there, vertical tab\u000Bthere, form feed\u000Cand NUL\u0000…`,
  `line separators\u2028and\u2029paragraphs\u0085…`,
]

const fileName = `clear${esc}[2J\u202Eexe.md`

/** Attacks on terminals, in every place where text is shown. Nothing must happen. */
export const hostile: Script = {
  title: 'everything an agent could write to take your terminal over; nothing happens',
  seconds: 13,
  prompt: 'Try to break my terminal',
  plans: { 'file-name': { field: 'id', file: fileName } },
  steps: [
    { title: `A session${esc}]2;pwned${bel}${esc}[2J title` },
    { say: `Messages too: ${esc}[31mred ${esc}[2J${esc}]52;c;cHduZWQ=${bel} and \u202Ebackwards.` },
    { stderr: `stderr as well: ${esc}[2J${esc}]0;pwned${bel}` },
    checklist(null, ...attacks.map(asEntry)),
    { wait: 2 },
    { play: 'attacks' },
    { say: 'Still here? Good.' },
  ],
  parts: {
    // Made when it is played: every start of the demo loads this file.
    get attacks(): ScriptSteps {
      return [...namesThatAct(), ...structures(), ...sizes()]
    },
  },
}

function asEntry(content: string, index: number): DemoEntry {
  const status = ['completed', 'in_progress', 'pending', `odd${esc}[2J`][index % 4] ?? 'pending'
  return { content, status, priority: index % 5 === 4 ? `high${esc}]0;pwned${bel}` : 'high' }
}

/** Ids, titles, file names, URIs and tool calls. */
function namesThatAct(): ScriptSteps {
  return [
    checklist({ planId: `id${esc}[2J${esc}]0;pwned${bel}` }, { content: 'A plan whose id acts' }),
    checklist({ id: '__proto__' }, { content: 'A plan called __proto__' }),
    checklist({ planId: 'constructor' }, { content: 'A plan called constructor' }),
    checklist({ planId: '' }, { content: 'A plan whose id is empty' }),
    { tool: `Tool ${esc}[2J${esc}[H title`, id: `call${esc}[2J`, output: `out${esc}c`, seconds: 0.5 },
    { write: fileName, text: `# ${esc}[2J${esc}]0;pwned${bel} in a file\n\n${attacks.join('\n\n')}\n` },
    { plan: 'file-name' },
    rawPlan({ type: 'file', planId: 'uri', uri: `file:///tmp/${esc}[2J\u202Egnp.exe` }),
    rawPlan({ type: 'file', planId: 'device', uri: 'file:///dev/zero' }),
    rawPlan({ type: 'file', planId: 'script', uri: 'javascript:alert(1)' }),
    { wait: 2 },
  ]
}

/** Input that breaks parsers: keys of the prototype, deep nesting, links with bad targets. */
function structures(): ScriptSteps {
  const prototypeKeys = jsonIn(
    '{"type":"_custom","planId":"keys","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  )
  return [
    rawPlan(prototypeKeys),
    markdown('attacks', attacks.map((attack) => `- [ ] ${attack}`).join('\n')),
    markdown(
      'links',
      '# Links\n\n[script](javascript:alert(1)) [file](file:///etc/passwd) [data](data:text/html,<script>) <javascript:alert(1)>\n\n' +
        `[text ${esc}[2J](https://example.com/${esc}]0;pwned) ![image](file:///etc/passwd)\n\n<script>alert(1)</script>\n`,
    ),
    { wait: 2 },
    markdown('deep-quotes', `${'> '.repeat(10_000)}deep`),
    markdown(
      'deep-lists',
      Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- deep`).join('\n'),
    ),
    { wait: 2 },
  ]
}

function sizes(): ScriptSteps {
  return [
    checklist(
      { planId: 'sizes' },
      { content: 'x'.repeat(1_000_000) },
      { content: `e${'\u0301'.repeat(100_000)} has 100,000 accents` },
      { content: '👨‍👩‍👧‍👦'.repeat(5_000) },
    ),
    { wait: 2 },
    // A highlighter's worst case: only opening tokens, in a known language.
    markdown(
      'highlighter',
      `\`\`\`js\n${'/*"\'`${('.repeat(5_000)}\n\`\`\`\n\n\`\`\`${esc}[2J\nunknown\n\`\`\`\n`,
    ),
    { wait: 2 },
  ]
}

function checklist(name: PlanName | null, ...entries: readonly DemoEntry[]): ScriptStep {
  return { raw: planUpdate(name, { type: 'items', entries }, 1) }
}

function markdown(planId: string, text: string): ScriptStep {
  return { raw: planUpdate({ planId }, { type: 'markdown', text }, 1) }
}

function rawPlan(plan: unknown): ScriptStep {
  return { raw: { sessionUpdate: 'plan_update', plan } }
}
