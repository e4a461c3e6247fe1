import type { Script } from '../script/reading/script-schema.ts'

/** A session of an earlier day. */
export interface PastSession {
  readonly id: string
  readonly title: string | null
  readonly minutesAgo: number
  /** What is sent when it is loaded, as the answer to its prompt; null: it is lost, and cannot be opened any more. */
  readonly script: Script | null
}

const minutesPerDay = 24 * 60

const design = `# Uploads in pieces

A lost connection costs the last piece, and not the whole file.

- [x] cut files into pieces of 8 MiB
- [x] a table of what has arrived
- [ ] go on where the last try ended
`

/** What the demo agent pretends to have done before, the newest first. */
export const pastSessions: readonly PastSession[] = [
  {
    id: 'past-uploads',
    title: 'Uploads in pieces',
    minutesAgo: 25,
    script: {
      prompt: 'Let uploads survive a lost connection',
      plans: {
        design: { markdown: design },
        uploads: {
          items: [
            { key: 'cut', content: 'Cut files into pieces', priority: 'high' },
            { key: 'table', content: 'Write down which pieces have arrived' },
            { key: 'resume', content: 'Go on where the last try ended', priority: 'high' },
            { content: 'Test with a connection that breaks' },
          ],
        },
      },
      steps: [
        { say: 'I write the design down first.' },
        { plan: 'design' },
        { plan: 'uploads' },
        { plan: 'uploads', change: { cut: 'completed', table: 'completed', resume: 'in_progress' } },
        { say: 'Two of four are done. I go on whenever you say so.' },
      ],
    },
  },
  {
    id: 'past-flaky',
    title: 'The test that fails on Mondays',
    minutesAgo: 3 * 60,
    script: {
      prompt: 'This test fails now and then. Why?',
      plans: {
        flaky: {
          id: 'flaky',
          items: [
            { content: 'Run the test 200 times', status: 'completed' },
            { content: 'Find out what it waits for', status: 'completed' },
            { content: 'Wait for that, and not for 50 ms', status: 'completed' },
          ],
        },
      },
      steps: [{ plan: 'flaky' }, { say: 'It waited for 50 ms. It waits for the answer now.' }],
    },
  },
  {
    id: 'past-question',
    title: 'What is a lockfile for?',
    minutesAgo: minutesPerDay,
    // Without a plan.
    script: {
      prompt: 'What is a lockfile for?',
      steps: [{ say: 'So that everybody installs the same versions, today and in a year.' }],
    },
  },
  {
    id: 'past-long',
    title:
      '設定ファイル: read it once, watch it, and tell everybody who wants to know when it has changed 🛠️',
    minutesAgo: 2 * minutesPerDay,
    script: { prompt: 'Settings should be read once', steps: [{ say: 'They are.' }] },
  },
  {
    id: 'past-untitled',
    title: null,
    minutesAgo: 6 * minutesPerDay,
    script: { prompt: 'hello', steps: [{ say: 'Hello. There is nothing to plan yet.' }] },
  },
  {
    id: 'past-lost',
    title: 'A session that cannot be opened',
    minutesAgo: 20 * minutesPerDay,
    script: null,
  },
]
