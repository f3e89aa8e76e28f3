import { type InboxChoice, inboxChoices, inboxKinds } from '@cairn/contract/goals/inbox-kinds'
import { type Language, languages } from '@cairn/contract/http/language'
import {
  type NotificationPreferences,
  updateNotificationPreferencesRequest,
} from '@cairn/contract/schemas/people/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.ts'
import { personApi } from '../../data/api/client.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { fill } from '../../language/fill.tsx'
import { languageNames } from '../../language/language.ts'
import { browserTimeZone } from '../../presentation/time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { SelectField } from '../../ui/fields/field.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { Card, Page, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { notificationFormTexts } from './notification-form-texts.ts'
import { preferencesQuery } from './preferences-query.ts'
import { texts } from './texts.ts'
import { TimeZoneField } from './time-zone-field.tsx'

export function NotificationsPage() {
  const { user } = useSession()
  const { data: preferences, error, refetch } = useQuery(preferencesQuery)
  return (
    <Page
      title={texts.title}
      intro={fill(texts.intro, { email: <span className="font-medium text-ink">{user.email}</span> })}
    >
      {error && !preferences && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!preferences && !error && <ListSkeleton rows={1} label={texts.loading} />}
      {preferences && <PreferencesForm preferences={preferences} />}
      <Rules />
    </Page>
  )
}

type Kind = 'reportReminders' | 'deadlineReminders' | 'weeklyDigest' | 'questions'

const kinds: { kind: Kind; label: string; hint: string }[] = [
  {
    kind: 'questions',
    label: texts.kinds.questions,
    hint: texts.kinds.questionsHint,
  },
  {
    kind: 'reportReminders',
    label: texts.kinds.late,
    hint: texts.kinds.lateHint,
  },
  {
    kind: 'deadlineReminders',
    label: texts.kinds.deadlines,
    hint: texts.kinds.deadlinesHint,
  },
  {
    kind: 'weeklyDigest',
    label: texts.kinds.digest,
    hint: texts.kinds.digestHint,
  },
]

/** Starts with the preferences as they were loaded. A later load does not change what somebody has chosen since. */
function PreferencesForm({ preferences }: { preferences: NotificationPreferences }) {
  const queryClient = useQueryClient()
  const [values, setValues] = useState(() => ({
    ...preferences,
    timeZone: preferences.timeZone ?? browserTimeZone(),
  }))
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: updateNotificationPreferencesRequest,
    body: values,
    texts: notificationFormTexts,
    send: async (body) => {
      const changed = await personApi.updateNotificationPreferences({ body })
      queryClient.setQueryData(preferencesQuery.queryKey, changed.preferences)
      toast.success(texts.saved)
    },
  })
  return (
    <Card className="max-w-2xl">
      <form
        ref={form}
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          toast.dismiss() // The toast of an earlier save.
          void submit(event)
        }}
      >
        <FieldGroup legend={texts.emails}>
          {kinds.map(({ kind, label, hint }) => (
            <Checkbox
              key={kind}
              label={label}
              hint={hint}
              checked={values[kind]}
              onChange={(checked) => setValues({ ...values, [kind]: checked })}
            />
          ))}
        </FieldGroup>
        <FieldGroup legend={texts.inbox.legend} hint={texts.inbox.hint}>
          <div className="divide-y divide-line">
            {inboxKinds.map((kind) => (
              <SelectField
                key={kind}
                label={texts.inbox.names[kind]}
                value={values.inbox[kind]}
                onChange={(event) =>
                  setValues({
                    ...values,
                    inbox: { ...values.inbox, [kind]: event.target.value as InboxChoice },
                  })
                }
                className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_14rem] [&>label]:font-normal"
              >
                {inboxChoices.map((choice) => (
                  <option key={choice} value={choice}>
                    {texts.inbox.choices[choice]}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
        </FieldGroup>
        <SelectField
          label={texts.language}
          value={values.language}
          onChange={(event) => setValues({ ...values, language: event.target.value as Language })}
          problem={problems.language}
          className="max-w-md"
        >
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {languageNames[language]}
            </option>
          ))}
        </SelectField>
        <TimeZoneField
          value={values.timeZone}
          onChange={(timeZone) => setValues({ ...values, timeZone })}
          problem={problems.timeZone}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" variant="primary" busy={busy} busyText={texts.saving}>
          {texts.save}
        </Button>
      </form>
    </Card>
  )
}

function Rules() {
  return (
    <section className="max-w-2xl space-y-3" aria-labelledby="rules">
      <SectionTitle id="rules">{texts.rules.title}</SectionTitle>
      <ul className="list-disc space-y-1.5 pl-5 text-ink-soft">
        <li>{texts.rules.paused}</li>
        <li>{texts.rules.daily}</li>
        <li>{texts.rules.own}</li>
        <li>{texts.rules.unsubscribe}</li>
      </ul>
    </section>
  )
}
