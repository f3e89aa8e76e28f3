import type { Configuration } from '../configuration/configuration.ts'
import { providers } from './providers.ts'
import type { SessionReader } from './session-reader.ts'

/** One reader per configuration: functions that share a process share an issuer's keys and the pauses between fetches. */
const readers = new WeakMap<Configuration, SessionReader>()

/** Returns the session reader of the provider that `AUTH_PROVIDER` selects. */
export function createSessionReader(configuration: Configuration): SessionReader {
  const { auth, webOrigin } = configuration
  const create: (auth: never, webOrigin: string) => SessionReader =
    providers[auth.provider].createSessionReader
  const reader = readers.get(configuration) ?? create(auth as never, webOrigin)
  readers.set(configuration, reader)
  return reader
}
