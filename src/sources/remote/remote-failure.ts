/** Why a connection is over, where we know better words than the system; the message is the end of a sentence. Raw text. */
export class RemoteFailure extends Error {}
