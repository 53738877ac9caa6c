/// The version of the project.
package enum ProgramVersion {
    /// The version of the programs.
    package static let text = "0.1.0"
    /// The version of Redis whose commands and replies ours are modelled on, for clients that ask.
    package static let redis = "7.2.0"
}
