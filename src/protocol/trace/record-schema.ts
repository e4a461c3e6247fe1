import * as z from 'zod/mini'
import { described } from '../../lib/described-schema.ts'

export const t = described(
  z.number().check(z.nonnegative()),
  'Milliseconds since the start, never less than in the line before.',
)

/** The columns or the rows of a terminal, or a number of bytes. */
export const size = z.number().check(z.int(), z.positive())

const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/))
const line = z.union([z.string(), z.record(z.string(), z.unknown())])
const framed = z.exactOptional(
  described(z.literal(true), 'It is a frame of a transport that keeps messages apart itself.'),
)
const binary = z.exactOptional(described(z.literal(true), 'It came as a binary frame.'))
const whole =
  'A line as it was, without its line feed, or a frame of a transport that has such. What is a message and nothing else may ' +
  'stand there as the object that it is.'
const bytes = 'The same where it is no UTF-8, or where the frame is a binary one.'
const start = 'The beginning of what was too long to be read: `of` bytes.'

export const stderrLine = 'A line of the agent’s stderr.'

/** Every line but the header and the notes of events. */
export const recordsBesideEvents = [
  described(z.strictObject({ t, in: line, framed }), `From the agent. ${whole}`),
  described(z.strictObject({ t, out: line, framed }), `To the agent. ${whole}`),
  described(z.strictObject({ t, in64: base64, framed, binary }), bytes),
  described(z.strictObject({ t, out64: base64, framed, binary }), bytes),
  described(z.strictObject({ t, in64: base64, of: size, framed }), start),
  described(z.strictObject({ t, out64: base64, of: size, framed }), start),
  described(z.strictObject({ t, err: z.string() }), stderrLine),
  described(z.strictObject({ t, mark: z.string() }), 'A place that the user marked.'),
  described(
    z.strictObject({ t, size: z.tuple([size, size]) }),
    'The terminal’s columns and rows from here on.',
  ),
  described(
    z.strictObject({
      t,
      end: z.strictObject({ status: z.number().check(z.int()), reason: z.string() }),
    }),
    'How the program ended.',
  ),
] as const
