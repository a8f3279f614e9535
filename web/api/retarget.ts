/** What retargets animations: loaded when it is used. */
export { mapOfNames, reportOf, retargetPlan } from '../changes/retarget.ts';
export { meantNames } from '../to-glb/names.ts';
