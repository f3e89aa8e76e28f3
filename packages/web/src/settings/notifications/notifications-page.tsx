import {
  type NotificationPreferences,
  updateNotificationPreferencesRequest,
} from '@cairn/contract/schemas/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { personApi } from '../../api/client.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { fill } from '../../language/fill.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { Card, Page, SectionTitle } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { notificationFormTexts } from './notification-form-texts.ts'
import { preferencesQuery } from './preferences-query.ts'
import { texts } from './texts.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import { browserTimeZone } from './time-zones.ts'

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

type Kind = 'reportReminders' | 'deadlineReminders' | 'weeklyDigest'

const kinds: { kind: Kind; label: string; hint: string }[] = [
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
