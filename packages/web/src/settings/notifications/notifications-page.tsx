import {
  type NotificationPreferences,
  updateNotificationPreferencesRequest,
} from '@cairn/contract/schemas/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { personApi } from '../../api/client.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { pausedSendsNothing } from '../../goals/display-names.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { Card, Page, SectionTitle } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { notificationFormTexts } from './notification-form-texts.ts'
import { preferencesQuery } from './preferences-query.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import { browserTimeZone } from './time-zones.ts'

export function NotificationsPage() {
  const { user } = useSession()
  const { data: preferences, error, refetch } = useQuery(preferencesQuery)
  return (
    <Page
      title="Notifications"
      intro={
        <>
          Which emails Cairn sends to <span className="font-medium text-ink">{user.email}</span>, in all your
          organizations.
        </>
      }
    >
      {error && !preferences && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!preferences && !error && <ListSkeleton rows={1} label="Loading preferences" />}
      {preferences && <PreferencesForm preferences={preferences} />}
      <Rules />
    </Page>
  )
}

type Kind = 'reportReminders' | 'deadlineReminders' | 'weeklyDigest'

const kinds: { kind: Kind; label: string; hint: string }[] = [
  {
    kind: 'reportReminders',
    label: 'Late reports',
    hint: 'When a report on a goal that you own becomes late, once for each due date.',
  },
  {
    kind: 'deadlineReminders',
    label: 'Deadlines',
    hint: '7 days and 1 day before the target date of a goal that you own.',
  },
  {
    kind: 'weeklyDigest',
    label: 'Weekly digest',
    hint: 'On Monday at 8 in the morning: what needs you, and what changed.',
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
      toast.success('Preferences saved.')
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
        <FieldGroup legend="Emails">
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
        <Button type="submit" variant="primary" busy={busy} busyText="Saving">
          Save preferences
        </Button>
      </form>
    </Card>
  )
}

function Rules() {
  return (
    <section className="max-w-2xl space-y-3" aria-labelledby="rules">
      <SectionTitle id="rules">Good to know</SectionTitle>
      <ul className="list-disc space-y-1.5 pl-5 text-ink-soft">
        <li>{pausedSendsNothing} Neither do completed and archived ones.</li>
        <li>You get at most one email with reminders a day. It names all goals that need you.</li>
        <li>Reminders are about goals that you own. The digest also says what others did.</li>
        <li>Every email has a link that unsubscribes you, without signing in.</li>
      </ul>
    </section>
  )
}
