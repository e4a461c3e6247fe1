// Every run of the tests tries the same cases: a failure is of the change, not of luck. `npm run fuzz` tries others.
import fc from 'fast-check'

/** Any number will do. */
const seed = 20_011

if (process.env.FUZZ !== '1') fc.configureGlobal({ seed })
