import { createGoalRequest } from '@cairn/contract/schemas/goals/goals'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import * as z from 'zod'
import { draftKey, useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import { useDraft } from '../../../app/hooks/use-draft.ts'
import { attempt, nextAttempt } from '../../../data/api/attempt.ts'
import { apiWithKey } from '../../../data/api/client.ts'
import type { FormTexts } from '../../../data/api/failures/problems.ts'
import { useSubmit } from '../../../data/api/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { FailureNotice } from '../../../ui/states/failure-notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { goalQuery, reloadGoals } from '../../data/queries.ts'
import { RestoredNotice, useDiscard } from '../drafts/drafts.tsx'
import { fromOwnTemplate } from '../templates/own/from-own-template.ts'
import { OwnTemplates } from '../templates/own/own-templates.tsx'
import { untouchedLines } from '../templates/placeholders.ts'
import { TemplateChoice } from '../templates/template-choice.tsx'
import { parseNewGoalSearch } from '../templates/template-names.ts'
import { fromTemplate } from '../templates/templates.ts'
import { texts as templateTexts } from '../templates/texts.ts'
import { GoalFields } from './goal-fields.tsx'
import { goalFieldsByErrorCode, goalFormTexts } from './goal-form-texts.ts'
import { createRequestOf, emptyGoal, type GoalValues, goalValues, isSameGoal } from './goal-values.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/protected/goals/new')

const newGoal = z.object({ values: goalValues, attempt: attempt.nullable() })

/** Finds the description of a template that nobody has filled in. */
const unfinishedRequest = () =>
  createGoalRequest().refine(() => false, { path: ['detailedDescription'], when: () => true })

/** Says which lines of the template are left. */
function textsFor(lines: readonly string[]): FormTexts {
  const invalid = templateTexts.unfinished(lines.map((line) => `“${line.trim()}”`).join(', '))
  return {
    ...goalFormTexts,
    detailedDescription: { name: '', ...goalFormTexts.detailedDescription, invalid },
  }
}

export function NewGoalPage() {
  const session = useSession()
  const organization = useActiveOrganization()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { template, parent = null } = parseNewGoalSearch(route.useSearch())
  const empty = { ...emptyGoal(session.user.id, organization.defaultVerification), parentGoalId: parent }
  const draft = useDraft(
    draftKey(session, 'new-goal'),
    newGoal,
    () => ({ values: template ? fromTemplate(template, empty) : empty, attempt: null }),
    ({ values }) => isSameGoal(empty, values),
  )
  const { values, attempt: lastAttempt } = draft.value
  const { discard, question } = useDiscard('goal', draft)
  const unfinished = untouchedLines(values.detailedDescription)
  const { form, problems, failure, busy, submit, reset } = useSubmit({
    schema: unfinished.length > 0 ? unfinishedRequest : createGoalRequest,
    body: createRequestOf(values),
    texts: unfinished.length > 0 ? textsFor(unfinished) : goalFormTexts,
    fieldsByErrorCode: goalFieldsByErrorCode,
    send: async (body) => {
      const next = nextAttempt(lastAttempt, body)
      // Store the key before sending: after a reload, a retry must not publish a second goal.
      draft.set({ values, attempt: next })
      const response = await apiWithKey(next.idempotencyKey).createGoal({ body })
      draft.discard()
      queryClient.setQueryData(goalQuery(organization.id, response.goal.id).queryKey, response)
      void reloadGoals(queryClient, organization.id)
      await router.navigate({ to: '/goals/$goalId', params: { goalId: response.goal.id }, replace: true })
      toast.success(texts.page.published)
    },
  })
  function begin(beginning: GoalValues): void {
    draft.set({ values: beginning, attempt: null })
    // The button is gone with the choice.
    form.current?.querySelector('textarea')?.focus()
  }

  return (
    <Page title={texts.page.title} intro={texts.page.intro}>
      <Card className="max-w-3xl space-y-7">
        {!draft.isDirty && (
          <>
            <OwnTemplates onChoose={(chosen) => begin(fromOwnTemplate(chosen, empty))} />
            <TemplateChoice onChoose={(name) => begin(fromTemplate(name, empty))} />
          </>
        )}
        <form ref={form} noValidate className="space-y-7" onSubmit={(event) => void submit(event)}>
          {draft.isRestored && <RestoredNotice onStartOver={() => discard(reset)} />}
          <GoalFields
            values={values}
            onChange={(changed) => draft.set({ values: changed, attempt: lastAttempt })}
            problems={problems}
          />
          <FailureNotice failure={failure} />
          <div className="flex flex-col gap-3 sm:flex-row">
            <Button type="submit" variant="primary" busy={busy} busyText={texts.page.publishing}>
              {texts.page.publish}
            </Button>
            <Button onClick={() => discard(() => void router.navigate({ to: '/goals' }))}>
              {texts.page.cancel}
            </Button>
          </div>
        </form>
        {question}
      </Card>
    </Page>
  )
}
