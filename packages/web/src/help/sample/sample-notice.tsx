import { useState } from 'react'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { DeleteOrganizationDialog } from '../../settings/deletion/delete-organization-section.tsx'
import { Button } from '../../ui/button.tsx'
import { sampleName, unmarkSample } from './sample-mark.ts'
import { texts } from './texts.ts'

/** On every page of a sample: what it is, and the way out. */
export function SampleNotice() {
  const { user } = useSession()
  const { id, name, role } = useActiveOrganization()
  const [isKept, setIsKept] = useState(false)
  const [isDiscarding, setIsDiscarding] = useState(false)
  if (isKept || role !== 'owner') return null

  function keep(): void {
    unmarkSample(user.id, id)
    setIsKept(true)
  }

  return (
    <div className="-mt-2 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-accent-soft px-4 py-2 text-[0.9375rem] print:hidden lg:-mt-6">
      <p className="min-w-0 flex-1 basis-60">{texts.notice}</p>
      <div className="-mx-3 flex flex-wrap sm:mx-0">
        <Button variant="quiet" onClick={() => setIsDiscarding(true)}>
          {texts.discard}
        </Button>
        <Button variant="quiet" onClick={keep}>
          {texts.keep}
        </Button>
      </div>
      <DeleteOrganizationDialog
        open={isDiscarding}
        onClose={() => setIsDiscarding(false)}
        typed={name === sampleName(user.id, id) ? name : ''}
      />
    </div>
  )
}
