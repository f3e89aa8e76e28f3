import { readGoalRow } from '../../../goals/record/read-goal.ts'
import { stateOf } from '../../../goals/work/questions/question-record.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import type { QuestionMailRecord } from '../../../storage/table/entities/due/question-mail.ts'
import { goalQuestionEntity } from '../../../storage/table/entities/goals/work/goal-question.ts'
import { membershipEntity } from '../../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../../storage/table/entities/organizations/organization.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { Addressee } from '../mail/addressee.ts'
import type { MailedQuestion } from './questions-message.ts'

/**
 * Reads what decides about questions to be mailed. Returns those that are still open, to somebody who is still a member, oldest first. All
 * members see all goals.
 */
export async function readOpenMails(
  database: Database,
  mails: readonly QuestionMailRecord[],
  addressee: Pick<Addressee, 'hasOneOrganization'>,
  now: Date,
): Promise<MailedQuestion[]> {
  const read = await Promise.all(mails.map((mail) => readOpenMail(database, mail, now)))
  const shown = read.filter((question) => question !== undefined)
  const names = await Promise.all(
    shown.map(async ({ organizationId, askerId }) => {
      if (askerId === undefined) return undefined
      const member = await readRecord(database, membershipEntity, { userKey: keyOf(askerId), organizationId })
      return member?.displayName
    }),
  )
  return shown.map(({ askerId: _, ...question }, index) => ({
    ...question,
    askedBy: question.askedBy ?? names[index],
    organizationName: addressee.hasOneOrganization ? undefined : question.organizationName,
  }))
}

type Read = MailedQuestion & { askerId: string | undefined }

async function readOpenMail(
  database: Database,
  { userId, questionId, ...keys }: QuestionMailRecord,
  now: Date,
): Promise<Read | undefined> {
  const { organizationKey, goalKey } = keys
  const [organizationId, goalId] = [longId(organizationKey), longId(goalKey)]
  const [question, row, membership, organization] = await Promise.all([
    readRecord(database, goalQuestionEntity, { organizationKey, goalKey, questionId }),
    readGoalRow(database, organizationId, goalId),
    readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId }),
    readRecord(database, organizationEntity, { organizationId }),
  ])
  if (!question || stateOf(question, now) !== 'open') return undefined
  if (!row || !membership || !organization) return undefined
  const { text, options, actor, actorName } = question.content
  return {
    organizationId,
    goalId,
    questionId,
    text,
    options,
    goalTitle: row.title,
    askedBy: actorName,
    askerId: actorName === undefined ? actor.id : undefined,
    organizationName: organization.name,
    endsAt: question.endsAt,
  }
}
