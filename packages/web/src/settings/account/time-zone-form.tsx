import {
  type NotificationPreferences,
  updateNotificationPreferencesRequest,
} from '@cairn/contract/schemas/people/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { personApi } from '../../data/api/client.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { browserTimeZone } from '../../presentation/time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { notificationFormTexts } from '../notifications/notification-form-texts.ts'
import { preferencesQuery } from '../notifications/preferences-query.ts'
import { TimeZoneField } from '../notifications/time-zone-field.tsx'
import { texts } from './texts.ts'

/** The time zone of the person, which the notification preferences show too. Works with every provider. */
export function TimeZoneForm() {
  const { data: preferences, error, refetch } = useQuery(preferencesQuery)
  return (
    <Card className="max-w-2xl space-y-5">
      <SectionTitle id="time-zone">{texts.timeZone.title}</SectionTitle>
      {error && !preferences && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!preferences && !error && <ListSkeleton rows={1} label={texts.timeZone.loading} />}
      {preferences && <LoadedForm key={preferences.timeZone} preferences={preferences} />}
    </Card>
  )
}

function LoadedForm({ preferences }: { preferences: NotificationPreferences }) {
  const queryClient = useQueryClient()
  const [timeZone, setTimeZone] = useState(preferences.timeZone ?? browserTimeZone())
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: updateNotificationPreferencesRequest,
    body: { timeZone },
    texts: notificationFormTexts,
    send: async (body) => {
      const changed = await personApi.updateNotificationPreferences({ body })
      queryClient.setQueryData(preferencesQuery.queryKey, changed.preferences)
      toast.success(texts.timeZone.saved)
    },
  })
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby="time-zone"
      className="max-w-md space-y-5"
      onSubmit={(event) => {
        toast.dismiss() // The toast of an earlier save.
        void submit(event)
      }}
    >
      <TimeZoneField value={timeZone} onChange={setTimeZone} problem={problems.timeZone} />
      <FailureNotice failure={failure} />
      <Button type="submit" busy={busy} busyText={texts.timeZone.busy}>
        {texts.timeZone.action}
      </Button>
    </form>
  )
}
