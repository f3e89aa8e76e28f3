import { auditKinds } from '@cairn/contract/events/audit-actions'
import { getRouteApi } from '@tanstack/react-router'
import { useSession } from '../../accounts/session/session.ts'
import { usePeople } from '../../goals/data/people.ts'
import { today } from '../../presentation/time/format.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields/field.tsx'
import type { AuditSearch } from './audit-search.ts'
import { kindNames } from './audit-sentence.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/protected/settings/audit')

export function AuditFilterFields({ search }: { search: AuditSearch }) {
  const navigate = route.useNavigate()
  const { user } = useSession()
  const { members = [], nameOf } = usePeople()
  const { userId = '', kind = '', from = '', until = '' } = search
  const others = members.filter((member) => member.userId !== user.id)
  const isListed = ['', user.id, ...others.map((member) => member.userId)].includes(userId)

  /** The route validates the search. */
  function set(changed: { [Name in keyof AuditSearch]?: string }): void {
    const given = Object.fromEntries(
      Object.entries(changed).map(([name, value]) => [name, value || undefined]),
    )
    void navigate({ search: (before) => ({ ...before, ...given }) as AuditSearch, replace: true })
  }

  return (
    <search aria-label={texts.filters.title} className="space-y-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <SelectField
          label={texts.filters.person}
          value={userId}
          onChange={(event) => set({ userId: event.target.value })}
        >
          <option value="">{texts.filters.anyone}</option>
          <option value={user.id}>{texts.filters.me}</option>
          {!isListed && <option value={userId}>{nameOf(userId)}</option>}
          {others.map((member) => (
            <option key={member.userId} value={member.userId}>
              {member.displayName}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={texts.filters.what}
          value={kind}
          onChange={(event) => set({ kind: event.target.value })}
        >
          <option value="">{texts.filters.everything}</option>
          {auditKinds.map((value) => (
            <option key={value} value={value}>
              {kindNames[value]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={texts.filters.from}
          type="date"
          max={until || today()}
          value={from}
          onChange={(event) => set({ from: event.target.value })}
        />
        <TextField
          label={texts.filters.until}
          type="date"
          min={from || undefined}
          max={today()}
          value={until}
          onChange={(event) => set({ until: event.target.value })}
        />
      </div>
      {Object.values(search).some(Boolean) && (
        <Button
          size="small"
          variant="quiet"
          className="-ml-3"
          onClick={() => void navigate({ search: {}, replace: true })}
        >
          {texts.filters.clear}
        </Button>
      )}
    </search>
  )
}
