import { jsonIn } from '../../lib/json/read-json.ts'
import { checklist } from '../scenario/checklist.ts'
import { endsItsTurn, type DemoScenario, type DemoStep } from '../scenario/scenario.ts'
import { markdown, say, tool, wait } from '../scenario/steps.ts'

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

/** Attacks on terminals, in every place where text is shown. Nothing must happen. */
export const hostileScenario: DemoScenario = {
  name: 'hostile',
  title: 'everything an agent could write to take your terminal over; nothing happens',
  seconds: 13,
  prompts: ['Try to break my terminal'],
  end: endsItsTurn,
  hasPast: true,
  steps,
}

function steps(): readonly DemoStep[] {
  return [
    { type: 'title', title: `A session${esc}]2;pwned${bel}${esc}[2J title` },
    say(`Messages too: ${esc}[31mred ${esc}[2J${esc}]52;c;cHduZWQ=${bel} and \u202Ebackwards.`),
    { type: 'stderr', text: `stderr as well: ${esc}[2J${esc}]0;pwned${bel}\n` },
    checklist({ dialect: 'a' }, attacks.map(asEntry)).step,
    wait(2),
    ...namesThatAct(),
    ...structures(),
    ...sizes(),
    say('Still here? Good.'),
  ]
}

function asEntry(
  content: string,
  index: number,
): { key: string; content: string; status: string; priority: string } {
  const status = ['completed', 'in_progress', 'pending', `odd${esc}[2J`][index % 4] ?? 'pending'
  return {
    key: String(index),
    content,
    status,
    priority: index % 5 === 4 ? `high${esc}]0;pwned${bel}` : 'high',
  }
}

/** Ids, titles, file names, URIs and tool calls. */
function namesThatAct(): readonly DemoStep[] {
  const file = `clear${esc}[2J\u202Eexe.md`
  return [
    checklist({ dialect: 'c', id: `id${esc}[2J${esc}]0;pwned${bel}` }, [
      { key: 'a', content: 'A plan whose id acts' },
    ]).step,
    checklist({ dialect: 'b', id: '__proto__' }, [{ key: 'a', content: 'A plan called __proto__' }]).step,
    checklist({ dialect: 'd', id: 'constructor' }, [{ key: 'a', content: 'A plan called constructor' }]).step,
    checklist({ dialect: 'c', id: '' }, [{ key: 'a', content: 'A plan whose id is empty' }]).step,
    ...tool(
      { id: `call${esc}[2J`, kind: 'other', title: `Tool ${esc}[2J${esc}[H title`, output: `out${esc}c` },
      0.5,
    ),
    {
      type: 'write-file',
      file,
      text: `# ${esc}[2J${esc}]0;pwned${bel} in a file\n\n${attacks.join('\n\n')}\n`,
    },
    { type: 'plan', plan: { dialect: 'b', id: 'file-name' }, body: { type: 'file', file } },
    rawPlan({ type: 'file', planId: 'uri', uri: `file:///tmp/${esc}[2J\u202Egnp.exe` }),
    rawPlan({ type: 'file', planId: 'device', uri: 'file:///dev/zero' }),
    rawPlan({ type: 'file', planId: 'script', uri: 'javascript:alert(1)' }),
    wait(2),
  ]
}

/** Input that breaks parsers: keys of the prototype, deep nesting, links with bad targets. */
function structures(): readonly DemoStep[] {
  const prototypeKeys = jsonIn(
    '{"type":"_custom","planId":"keys","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  )
  return [
    { type: 'raw-update', update: { sessionUpdate: 'plan_update', plan: prototypeKeys } },
    markdown({ dialect: 'c', id: 'attacks' }, attacks.map((attack) => `- [ ] ${attack}`).join('\n')),
    markdown(
      { dialect: 'c', id: 'links' },
      '# Links\n\n[script](javascript:alert(1)) [file](file:///etc/passwd) [data](data:text/html,<script>) <javascript:alert(1)>\n\n' +
        `[text ${esc}[2J](https://example.com/${esc}]0;pwned) ![image](file:///etc/passwd)\n\n<script>alert(1)</script>\n`,
    ),
    wait(2),
    markdown({ dialect: 'c', id: 'deep-quotes' }, `${'> '.repeat(10_000)}deep`),
    markdown(
      { dialect: 'c', id: 'deep-lists' },
      Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- deep`).join('\n'),
    ),
    wait(2),
  ]
}

function sizes(): readonly DemoStep[] {
  return [
    checklist({ dialect: 'd', id: 'sizes' }, [
      { key: 'word', content: 'x'.repeat(1_000_000) },
      { key: 'marks', content: `e${'\u0301'.repeat(100_000)} has 100,000 accents` },
      { key: 'family', content: '👨‍👩‍👧‍👦'.repeat(5_000) },
    ]).step,
    wait(2),
    // A highlighter's worst case: only opening tokens, in a known language.
    markdown(
      { dialect: 'c', id: 'highlighter' },
      `\`\`\`js\n${'/*"\'`${('.repeat(5_000)}\n\`\`\`\n\n\`\`\`${esc}[2J\nunknown\n\`\`\`\n`,
    ),
    wait(2),
  ]
}

function rawPlan(plan: Readonly<Record<string, unknown>>): DemoStep {
  return { type: 'raw-update', update: { sessionUpdate: 'plan_update', plan } }
}
