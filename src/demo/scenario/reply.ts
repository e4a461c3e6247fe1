import { checklist } from './checklist.ts'
import type { DemoStep } from './scenario.ts'
import { say, tool, wait } from './steps.ts'

const entriesAtMost = 6
const charactersAtMost = 100

/** A short turn for any prompt: its sentences become a checklist, which is then worked through. */
export function replyToPrompt(text: string): readonly DemoStep[] {
  const parts = partsOf(text)
  const keys = ['look', ...parts.map((_, index) => `part-${index}`), 'check']
  let list = checklist({ dialect: 'a' }, [
    { key: 'look', content: 'Look at what is there' },
    ...parts.map((content, index) => ({ key: `part-${index}`, content, priority: 'high' })),
    { key: 'check', content: 'Check the result', priority: 'low' },
  ])
  const steps: DemoStep[] = [
    say('I am the demo agent and only act the part, but this is how your words look as a plan.'),
    wait(0.4),
    list.step,
    wait(1),
  ]
  for (const key of keys) {
    list = list.change({ [key]: 'in_progress' })
    steps.push(list.step, ...work(key))
    list = list.change({ [key]: 'completed' })
  }
  return [...steps, list.step, say('All of it is done, or would be.')]
}

function work(key: string): readonly DemoStep[] {
  if (key === 'look')
    return tool({ id: 'reply-look', kind: 'search', title: 'Search the project', output: '12 files' }, 0.9)
  if (key === 'check')
    return tool({ id: 'reply-check', kind: 'execute', title: 'npm test', output: '214 passed' }, 0.9)
  return [wait(1)]
}

/** The sentences and clauses of a text, as contents of entries. */
function partsOf(text: string): readonly string[] {
  const parts = text
    .split(/\n|[.;,!?。、！？](?=\s|$|\P{ASCII})|\s(?:and|then)\s/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, entriesAtMost)
    .map(asEntry)
  return parts.length > 0 ? parts : ['Think about nothing in particular']
}

function asEntry(part: string): string {
  const characters = Array.from(part)
  const short =
    characters.length > charactersAtMost ? `${characters.slice(0, charactersAtMost - 1).join('')}…` : part
  return short.charAt(0).toUpperCase() + short.slice(1)
}
