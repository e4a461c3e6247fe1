import { checklist } from '../scenario/checklist.ts'
import type { DemoStep, DemoSteps } from '../scenario/scenario.ts'
import { markdown, say } from '../scenario/steps.ts'

/** A session of an earlier day. */
export interface PastSession {
  readonly id: string
  readonly title: string | null
  readonly minutesAgo: number
  /** What is sent when it is loaded; null: it is lost, and cannot be opened any more. */
  readonly history: DemoSteps | null
}

const minutesPerDay = 24 * 60

const design = `# Uploads in pieces

A lost connection costs the last piece, and not the whole file.

- [x] cut files into pieces of 8 MiB
- [x] a table of what has arrived
- [ ] go on where the last try ended
`

const uploads = checklist({ dialect: 'a' }, [
  { key: 'cut', content: 'Cut files into pieces', priority: 'high' },
  { key: 'table', content: 'Write down which pieces have arrived' },
  { key: 'resume', content: 'Go on where the last try ended', priority: 'high' },
  { key: 'tests', content: 'Test with a connection that breaks' },
])

const flaky = checklist({ dialect: 'c', id: 'flaky' }, [
  { key: 'repeat', content: 'Run the test 200 times' },
  { key: 'cause', content: 'Find out what it waits for' },
  { key: 'fix', content: 'Wait for that, and not for 50 ms' },
])

/** What the demo agent pretends to have done before, the newest first. */
export const pastSessions: readonly PastSession[] = [
  {
    id: 'past-uploads',
    title: 'Uploads in pieces',
    minutesAgo: 25,
    history: [
      userSaid('Let uploads survive a lost connection'),
      say('I write the design down first.'),
      markdown({ dialect: 'c', id: 'design' }, design),
      uploads.step,
      uploads.change({ cut: 'completed', table: 'completed', resume: 'in_progress' }).step,
      say('Two of four are done. I go on whenever you say so.'),
    ],
  },
  {
    id: 'past-flaky',
    title: 'The test that fails on Mondays',
    minutesAgo: 3 * 60,
    history: [
      userSaid('This test fails now and then. Why?'),
      flaky.change({ repeat: 'completed', cause: 'completed', fix: 'completed' }).step,
      say('It waited for 50 ms. It waits for the answer now.'),
    ],
  },
  {
    id: 'past-question',
    title: 'What is a lockfile for?',
    minutesAgo: minutesPerDay,
    // Without a plan.
    history: [
      userSaid('What is a lockfile for?'),
      say('So that everybody installs the same versions, today and in a year.'),
    ],
  },
  {
    id: 'past-long',
    title:
      '設定ファイル: read it once, watch it, and tell everybody who wants to know when it has changed 🛠️',
    minutesAgo: 2 * minutesPerDay,
    history: [userSaid('Settings should be read once'), say('They are.')],
  },
  {
    id: 'past-untitled',
    title: null,
    minutesAgo: 6 * minutesPerDay,
    history: [userSaid('hello'), say('Hello. There is nothing to plan yet.')],
  },
  {
    id: 'past-lost',
    title: 'A session that cannot be opened',
    minutesAgo: 20 * minutesPerDay,
    history: null,
  },
]

function userSaid(text: string): DemoStep {
  return { type: 'user-said', text }
}
