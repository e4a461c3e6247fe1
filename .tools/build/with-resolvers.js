// Ink 8 calls Promise.withResolvers, which Node 20 lacks.
if (!Promise.withResolvers) {
  Promise.withResolvers = function () {
    let resolve
    let reject
    const promise = new this((onResolve, onReject) => {
      resolve = onResolve
      reject = onReject
    })
    return { promise, resolve, reject }
  }
}
