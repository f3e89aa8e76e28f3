import { catalog } from '../../../language/catalog.ts'

/** What the reviewer of a goal decides about its verification. */
export const texts = catalog('goals/review/deciding', {
  switchOff: 'Stop requiring this',
  switchOn: 'Require a second person',
  off: {
    title: 'No longer require a second person?',
    text: 'The goal can then be completed without anybody confirming its criteria. The history says that you changed it, and everybody who watches the goal is told.',
  },
  isOff: 'The goal no longer needs a second person.',
  isOn: 'The goal needs a second person.',
  remove: 'Remove criterion',
  removeOne: (title: string) => `Remove criterion: ${title}`,
  removing: {
    title: 'Remove this criterion?',
    text: 'Nobody has to meet or confirm it any more. Everybody who watches the goal is told. You cannot undo this: only the owner of the goal and admins can add criteria.',
  },
  removed: 'Criterion removed.',
})
