import type { Language } from '@cairn/contract/http/language'
import type { EmailContext } from '../../../requests/request-context.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { principalEntity } from '../../../storage/table/entities/people/principal.ts'
import type { UserRecord } from '../../../storage/table/entities/people/user.ts'

/**
 * Returns the language of the email to somebody who is invited: that of the account with the address. Where there is none, that of
 * the inviter, who knows them. The response says nothing about the account.
 */
export async function languageOfInvited(
  { database, language }: Pick<EmailContext, 'database' | 'language'>,
  email: string,
  inviter: Pick<UserRecord, 'language'>,
): Promise<Language | undefined> {
  const account = await readRecord(database, principalEntity, { emailKey: keyOf(email) })
  return account?.language ?? inviter.language ?? language
}
