/** What keys, pastes and the mouse do: loaded with Ink, which reads them. */
export { act, actHeld, paste } from './act.ts'
export { actWithPointer } from './act-with-pointer.ts'
