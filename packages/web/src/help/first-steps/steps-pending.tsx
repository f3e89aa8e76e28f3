import { ListSkeleton } from '../../ui/states/skeleton.tsx'

/** In the place of the first steps until they are known. What comes after it waits (`peer-data-pending`), instead of moving down. */
export function StepsPending() {
  return (
    <div className="peer" data-pending>
      <ListSkeleton rows={4} />
    </div>
  )
}
